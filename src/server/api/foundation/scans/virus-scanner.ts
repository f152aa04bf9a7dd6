import { fetchConfigured } from '#platform/outbound.ts'

/** A virus scanner behind a REST bridge. Off without an address. */
export interface ScannerSettings {
  /** Takes a file as the raw body of a POST: 200 means clean, 406 infected; clamav-rest's `/scanHandlerBody` answers so. */
  SCANNER_URL?: string
  /** Sent as a bearer token, when the bridge asks for one. */
  SCANNER_TOKEN?: string
}

const maxMilliseconds = 60_000

export type ScanResult = 'Clean' | 'Infected'

export const hasScanner = ({ SCANNER_URL }: ScannerSettings): boolean => Boolean(SCANNER_URL)

/** Sends a file to the scanner as it is read from the store. Throws when the scanner gives neither answer. */
export async function scan(settings: ScannerSettings, file: R2ObjectBody): Promise<ScanResult> {
  const { SCANNER_URL = '', SCANNER_TOKEN } = settings
  const { readable, writable } = new FixedLengthStream(file.size)
  const sending = file.body.pipeTo(writable)
  const asking = fetchConfigured(SCANNER_URL, {
    method: 'POST',
    body: readable,
    headers: {
      'content-type': 'application/octet-stream',
      ...(SCANNER_TOKEN ? { authorization: `Bearer ${SCANNER_TOKEN}` } : {}),
    },
    signal: AbortSignal.timeout(maxMilliseconds),
  })
  // A scanner that has seen enough may answer before it has read everything.
  const [answer] = await Promise.all([asking, sending.catch(() => undefined)])
  await answer.body?.cancel()
  if (answer.status === 200) return 'Clean'
  if (answer.status === 406) return 'Infected'
  throw new Error(`the scanner answered ${answer.status}`)
}
