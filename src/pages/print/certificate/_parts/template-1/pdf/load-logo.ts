import type { CertificateLogo, LogoFile } from './certificate-logo.ts'

const address = /^\/api\/files\/(\d{1,12}|[\da-f]{32})$/
/** Height in pixels of a converted picture: 300 dots per inch on paper. */
const height = 260

const toFile = async (response: Response, contentType: LogoFile['contentType']): Promise<LogoFile> => ({
  bytes: new Uint8Array(await response.arrayBuffer()),
  contentType,
})

/** Converts a picture to PNG; null without the service, or when it fails. */
async function toPng(images: ImagesBinding | undefined, { body }: Response): Promise<LogoFile | null> {
  if (!images || !body) return null
  try {
    const result = await images.input(body).transform({ height, fit: 'scale-down' }).output({ format: 'image/png' })
    return await toFile(result.response(), 'image/png')
  } catch {
    return null
  }
}

/**
 * Loads the logo of a certificate for a PDF, which holds PNG and JPEG; others are converted. `mark` when the
 * certificate has no logo. Null when loading or converting fails: a certificate is worth more than its logo.
 */
export async function loadLogo(
  { api, ctx }: Pick<App.Locals, 'api' | 'ctx'>,
  logoUrl: string | null,
): Promise<CertificateLogo> {
  if (logoUrl === null) return 'mark'
  const id = address.exec(logoUrl)?.[1]
  const response = id ? await api('GET /files/:id', { params: { id } }).catch(() => null) : null
  if (!response?.ok) return null
  const contentType = response.headers.get('content-type')
  return contentType === 'image/png' || contentType === 'image/jpeg'
    ? toFile(response, contentType)
    : toPng(ctx.env.IMAGES, response)
}
