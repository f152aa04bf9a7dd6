/** Headers that every answer of the portal carries unless it has set its own. */
const everywhere: Record<string, string> = {
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
}

const lockedDown = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface Facts {
  /** Of the request. */
  url: URL
  requestId: string
  roundTrips: number
}

export const tripsText = (roundTrips: number) => `db;desc="${roundTrips} round trip${roundTrips === 1 ? '' : 's'}"`

/** The headers of every answer, also of those for other origins: courses, the payment frame, the record store. */
export function setOnAnything(headers: Headers, url: URL): void {
  headers.set('x-content-type-options', 'nosniff')
  if (url.protocol === 'https:') headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
}

export function setEverywhere(headers: Headers, { url, requestId, roundTrips }: Facts): void {
  for (const [name, text] of Object.entries(everywhere)) if (!headers.has(name)) headers.set(name, text)
  setOnAnything(headers, url)
  headers.set('x-request-id', requestId)
  headers.set('server-timing', tripsText(roundTrips))
}

/** What a call answers is never a document: nothing in it may run, load or be framed. */
export function setOnCalls(headers: Headers): void {
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', lockedDown)
  headers.set('x-robots-tag', 'noindex')
}
