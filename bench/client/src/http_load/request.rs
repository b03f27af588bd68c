//! What is asked for.

use std::net::SocketAddr;
use std::rc::Rc;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HOST, HeaderValue};
use hyper::{Method, Request, StatusCode};

/// A request, and the status of an answer to it that is as it should be.
#[derive(Debug, Clone)]
pub struct HttpRequest {
    pub(super) request: Rc<Request<Full<Bytes>>>,
    pub(super) expected: StatusCode,
}

/// Gives the next request of all connections together.
pub type Requests = Box<dyn FnMut() -> HttpRequest>;

impl HttpRequest {
    /// Asks for what is at that path of the server at that address; 200 is expected.
    ///
    /// # Panics
    /// The path is none.
    #[must_use]
    pub fn get(address: SocketAddr, path: &str) -> Self {
        let get = Self::request(Method::GET, address, path, Bytes::new());
        Self::new(get, StatusCode::OK)
    }

    /// Sends JSON there; 201 is expected.
    ///
    /// # Panics
    /// The path is none.
    #[must_use]
    pub fn post_json(address: SocketAddr, path: &str, json: &str) -> Self {
        let body = Bytes::from(json.to_owned());
        let mut post = Self::request(Method::POST, address, path, body);
        let json = HeaderValue::from_static("application/json");
        post.headers_mut().insert(CONTENT_TYPE, json);
        Self::new(post, StatusCode::CREATED)
    }

    fn new(request: Request<Full<Bytes>>, expected: StatusCode) -> Self {
        Self {
            request: Rc::new(request),
            expected,
        }
    }

    fn request(
        method: Method,
        address: SocketAddr,
        path: &str,
        body: Bytes,
    ) -> Request<Full<Bytes>> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, address.to_string())
            .body(Full::new(body));
        request.expect("the path is one of HTTP")
    }
}
