const urls = new WeakMap<Request, URL>()

/** Where a request goes, read once: whoever handles it asks again. It is everybody's, so nobody changes it. */
export function urlOf(request: Request): URL {
  const known = urls.get(request)
  if (known) return known
  const url = new URL(request.url)
  urls.set(request, url)
  return url
}
