const urls = new WeakMap<Request, URL>()

/**
 * Returns the parsed URL of a request. It is parsed once for each `Request` and shared, so callers must not change it.
 */
export function getRequestUrl(request: Request): URL {
  const cached = urls.get(request)
  if (cached) return cached
  const url = new URL(request.url)
  urls.set(request, url)
  return url
}
