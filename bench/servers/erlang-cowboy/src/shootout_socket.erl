%% A client's WebSocket: a process of its own, whose mailbox is the client's queue.
-module(shootout_socket).
-behaviour(cowboy_websocket).
-export([init/2, websocket_init/1, websocket_handle/2, websocket_info/2]).

-define(MAX_MESSAGE_BYTES, 2 * 1024 * 1024).

init(Request, State) ->
    %% Clients may be silent for as long as they like.
    Options = #{idle_timeout => infinity, max_frame_size => ?MAX_MESSAGE_BYTES},
    {cowboy_websocket, Request, State, Options}.

websocket_init(State) ->
    ok = pg:join(shootout, clients, self()),
    {[], State}.

websocket_handle({text, Text}, State) ->
    #{<<"type">> := Type, <<"payload">> := Payload} = jiffy:decode(Text, [return_maps]),
    respond(Type, Payload),
    {[], State};
websocket_handle(_Frame, State) ->
    {[], State}.

websocket_info({push, Text}, State) ->
    {[{text, Text}], State}.

respond(<<"echo">>, Payload) ->
    push(self(), #{type => echo, payload => Payload});
respond(<<"broadcast">>, Payload) ->
    Clients = pg:get_members(shootout, clients),
    Text = encode(#{type => broadcast, payload => Payload}),
    [Client ! {push, Text} || Client <- Clients],
    push(self(), #{type => broadcastResult, payload => Payload, listenCount => length(Clients)}).

%% The sender's own answers go through its mailbox too, so that they keep their place among the rest.
push(Client, Message) ->
    Client ! {push, encode(Message)}.

%% As one binary, which processes share instead of copying it.
encode(Message) ->
    iolist_to_binary(jiffy:encode(Message)).
