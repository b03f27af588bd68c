//! Histograms as agents write them: HdrHistogram's V2 format, compressed, in base64, which its implementations in all
//! languages read.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Deserializer, Serializer, V2DeflateSerializer};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EncodedHistogram(String);

impl EncodedHistogram {
    /// # Panics
    /// Memory runs out.
    #[must_use]
    pub fn of(histogram: &Histogram<u64>) -> Self {
        let mut bytes = Vec::new();
        V2DeflateSerializer::new()
            .serialize(histogram, &mut bytes)
            .expect("a histogram fits into memory");
        Self(STANDARD.encode(bytes))
    }

    /// Of one in the V2 format that is not compressed.
    ///
    /// # Panics
    /// It is none.
    #[must_use]
    pub fn of_v2(mut v2: &[u8]) -> Self {
        let histogram = Deserializer::new().deserialize(&mut v2);
        Self::of(&histogram.expect("it was serialised by this process"))
    }

    /// # Errors
    /// What was found instead, in a few words.
    pub fn decode(&self) -> Result<Histogram<u64>, String> {
        let expected = "expected a histogram in the V2 format, compressed, in base64";
        let bytes = STANDARD
            .decode(&self.0)
            .map_err(|error| format!("found no base64 ({error}; {expected})"))?;
        Deserializer::new()
            .deserialize(&mut bytes.as_slice())
            .map_err(|error| format!("found something else ({error}; {expected})"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded_the_same() {
        let mut histogram = Histogram::new(3).unwrap();
        for (latency_us, count) in [(120, 5_000), (4_567, 10), (61_000_000, 1)] {
            histogram.record_n(latency_us, count).unwrap();
        }
        let encoded = EncodedHistogram::of(&histogram);
        let decoded = encoded.decode().unwrap();
        assert_eq!(decoded, histogram);
        assert!(encoded.0.len() < 300, "{} characters", encoded.0.len());
    }

    #[test]
    fn a_histogram_that_another_implementation_wrote_is_read() {
        // hdrhistogram 0.10.8 for Python: `HdrHistogram(1, 3600000000, 3)`, a thousand times 1 ms and once 2 s, `encode()`.
        let text = "HISTFAAAACh4nJNpmSzMwMDAwQABzFCaEURcm7yEwf4DROA8/wX+9+sYmQCIMAfs";
        let histogram = EncodedHistogram(text.to_owned()).decode().unwrap();
        let found = (
            histogram.len(),
            histogram.count_at(1_000),
            histogram.count_at(2_000_000),
        );
        assert_eq!(found, (1_001, 1_000, 1));
    }

    #[test]
    fn what_is_no_histogram_is_told_apart() {
        for (text, found) in [
            ("%%%", "no base64"),
            ("AAAA", "something else"),
            ("", "something else"),
        ] {
            let fault = EncodedHistogram(text.to_owned()).decode().unwrap_err();
            assert!(fault.contains(found), "{text}: {fault}");
        }
    }
}
