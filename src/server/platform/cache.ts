/**
 * Returns Cloudflare's cache of this data centre. The types of the DOM, which this project also loads, lack
 * `caches.default`.
 */
export const dataCentreCache = (): Cache => (caches as CacheStorage & { default: Cache }).default
