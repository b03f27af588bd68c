(ns shootout.main
  "Echoes, and broadcasts to all clients, over WebSocket at /ws."
  (:require [clojure.data.json :as json])
  (:import (io.undertow Handlers Undertow)
           (io.undertow.server HttpHandler HttpServerExchange)
           (io.undertow.websockets WebSocketConnectionCallback)
           (io.undertow.websockets.core AbstractReceiveListener
                                        BufferedTextMessage
                                        WebSocketCallback
                                        WebSocketChannel
                                        WebSockets)
           (java.nio ByteBuffer)
           (java.nio.charset StandardCharsets)
           (java.util.concurrent.atomic AtomicLong)
           (org.xnio ChannelListener)))

(set! *warn-on-reflection* true)

(def max-message-bytes (* 2 1024 1024))

;; A reader that falls this far behind is cut off, so that it cannot fill the server's memory.
(def max-waiting-bytes (* 64 1024 1024))

(defonce clients (atom #{}))

(defn encode ^bytes [message]
  (.getBytes ^String (json/write-str message) StandardCharsets/UTF_8))

(defn send!
  "Queues an encoded message for a client, whose channel knows how many bytes wait for it."
  [^WebSocketChannel channel ^bytes text]
  (let [^AtomicLong waiting (.getAttribute channel "waiting")
        length (alength text)]
    (if (> (.addAndGet waiting length) max-waiting-bytes)
      (.close channel)
      (WebSockets/sendText (ByteBuffer/wrap text) channel
                           (reify WebSocketCallback
                             (complete [_ _ _] (.addAndGet waiting (- length)))
                             (onError [_ channel _ _] (.close channel)))))))

(defn broadcast! [sender payload]
  (let [text (encode {:type "broadcast" :payload payload})
        everyone @clients]
    (run! #(send! % text) everyone)
    (send! sender (encode {:type "broadcastResult"
                           :payload payload
                           :listenCount (count everyone)}))))

(defn receive! [^WebSocketChannel channel text]
  (let [{:strs [type payload]} (json/read-str text)]
    (case type
      "echo" (send! channel (encode {:type "echo" :payload payload}))
      "broadcast" (broadcast! channel payload)
      (throw (ex-info "expected echo or broadcast" {:type type})))))

(defn listener []
  (proxy [AbstractReceiveListener] []
    (getMaxTextBufferSize [] max-message-bytes)
    (onFullTextMessage [^WebSocketChannel channel ^BufferedTextMessage message]
      (try
        (receive! channel (.getData message))
        (catch Exception _
          (WebSockets/sendClose 1007 "expected echo or broadcast" channel nil))))))

(def ^WebSocketConnectionCallback on-connect
  (reify WebSocketConnectionCallback
    (onConnect [_ _ channel]
      (.setAttribute channel "waiting" (AtomicLong.))
      (.addCloseTask channel (reify ChannelListener
                               (handleEvent [_ channel] (swap! clients disj channel))))
      (swap! clients conj channel)
      (.set (.getReceiveSetter channel) (listener))
      (.resumeReceives channel))))

(def ^HttpHandler home
  (reify HttpHandler
    (handleRequest [_ exchange]
      (.send (.getResponseSender exchange) "WebSocket at /ws\n"))))

(defn -main []
  (let [host (or (System/getenv "HOST") "127.0.0.1")
        port (parse-long (or (System/getenv "PORT") "8080"))
        routes (doto (Handlers/path)
                 (.addExactPath "/" home)
                 (.addExactPath "/ws" (Handlers/websocket on-connect)))
        server (.. (Undertow/builder) (addHttpListener port host) (setHandler routes) build)]
    (.start server)
    (.addShutdownHook (Runtime/getRuntime) (Thread. ^Runnable #(.stop server)))
    (println (format "listening on http://%s:%d" host port))))
