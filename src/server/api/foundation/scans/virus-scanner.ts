import { fetchConfigured } from '#platform/outbound.ts'

/** Settings of a virus scanner behind a REST bridge; off without a URL. */
export interface ScannerSettings {
  /**
   * Receives a file as the body of a POST: 200 means clean, 406 infected, as clamav-rest's `/scanHandlerBody` answers.
   */
  SCANNER_URL?: string
  /** Bearer token, when the bridge requires one. */
  SCANNER_TOKEN?: string
}

const maxMilliseconds = 60_000

export type ScanResult = 'Clean' | 'Infected'

/** Whether a virus scanner is configured. */
export const hasScanner = ({ SCANNER_URL }: ScannerSettings): boolean => Boolean(SCANNER_URL)

/**
 * Streams a file from the store to the configured virus scanner and returns `Clean` or `Infected`. Stores nothing.
 *
 * @throws Error when the scanner cannot be reached, or answers neither clean nor infected, or not within a minute.
 */
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
  // The scanner may answer before it has received the whole file.
  const [answer] = await Promise.all([asking, sending.catch(() => undefined)])
  await answer.body?.cancel()
  if (answer.status === 200) return 'Clean'
  if (answer.status === 406) return 'Infected'
  throw new Error(`the scanner answered ${answer.status}`)
}
