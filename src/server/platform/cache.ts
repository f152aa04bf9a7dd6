/** The data centre's Cache API. The browser's types, which this project also loads, do not know the platform's own cache. */
export const dataCentreCache = (): Cache => (caches as CacheStorage & { default: Cache }).default
