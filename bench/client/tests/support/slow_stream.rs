//! A socket that can be made to write byte by byte.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

pub struct SlowStream {
    pub stream: TcpStream,
    /// Between two bytes; `None` writes as usual.
    pub byte_interval: Option<Duration>,
}

impl Read for SlowStream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.read(bytes)
    }
}

impl Write for SlowStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(interval) = self.byte_interval else {
            return self.stream.write(bytes);
        };
        thread::sleep(interval);
        self.stream.write(&bytes[..bytes.len().min(1)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
