// The form holds the token: the address, and so the history, need not.
if (new URLSearchParams(location.search).has('token')) history.replaceState(null, '', location.pathname)
