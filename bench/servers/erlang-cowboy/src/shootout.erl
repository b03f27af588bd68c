%% Starts the group of clients and the listener, and ends both in order on SIGTERM.
-module(shootout).
-behaviour(application).
-export([start/2, prep_stop/1, stop/1, init/2]).

%% In milliseconds; then connections that can't be ended are cut.
-define(CLOSING_GRACE, 2000).

start(_Type, _Args) ->
    {ok, Groups} = pg:start_link(shootout),
    Routes = cowboy_router:compile([
        {'_', [{"/", ?MODULE, []}, {"/ws", shootout_socket, []}]}
    ]),
    {ok, _} = cowboy:start_clear(
        ?MODULE,
        #{socket_opts => address(), shutdown => ?CLOSING_GRACE},
        #{env => #{dispatch => Routes}}
    ),
    {ok, Groups}.

prep_stop(State) ->
    ok = cowboy:stop_listener(?MODULE),
    State.

%% The VM would else wait until the last client has read what it was sent, or for 30 s.
stop(_State) ->
    erlang:halt(0, [{flush, false}]).

address() ->
    {ok, Ip} = inet:parse_address(os:getenv("HOST", "127.0.0.1")),
    [{ip, Ip}, {port, list_to_integer(os:getenv("PORT", "8080"))}].

%% Answers with a line of text.
init(Request, State) ->
    Headers = #{<<"content-type">> => <<"text/plain">>},
    {ok, cowboy_req:reply(200, Headers, <<"WebSocket at /ws\n">>, Request), State}.
