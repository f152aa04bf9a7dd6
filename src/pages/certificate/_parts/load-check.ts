import type { AstroGlobal } from 'astro'
import { nullIfRefused } from '#components/refusal-fallbacks.ts'

/**
 * Checks the code in the path as that of a certificate, else as that of a CV, for anyone. `key` in the URL, from a link
 * that the holder shares, makes the full name come along. Both results are null when nothing has the code; the two
 * codes of 60 random bits never agree. At most two round trips.
 */
export async function loadCheck({ locals, params, url }: Pick<AstroGlobal, 'locals' | 'params' | 'url'>) {
  const code = params['code'] ?? ''
  const key = url.searchParams.get('key')?.slice(0, 80)
  const about = { params: { code }, query: { key } }
  const [certificate, cv] = await Promise.all([
    locals.api('GET /certificates/:code', about).catch(nullIfRefused),
    locals.api('GET /cv/:code', about).catch(nullIfRefused),
  ])
  return { code: code.slice(0, 30), certificate, cv }
}
