{application, shootout, [
    {description, "Echoes, and broadcasts to all clients"},
    {vsn, "1.0.0"},
    {modules, [shootout, shootout_socket]},
    {applications, [kernel, stdlib, cowboy, jiffy]},
    {mod, {shootout, []}}
]}.
