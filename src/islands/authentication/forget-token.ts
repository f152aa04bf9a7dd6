// The form holds the token, so it is removed from the address and the history.
if (new URLSearchParams(location.search).has('token')) history.replaceState(null, '', location.pathname)
