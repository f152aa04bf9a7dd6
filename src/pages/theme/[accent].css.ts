import type { APIRoute } from 'astro'
import { accentStylesheet, isAccent } from '#islands/ui/accent.ts'

/**
 * Serves the stylesheet of an accent colour; 404 unless it is six hexadecimal digits. The colour is part of the URL, so
 * the response may be cached forever.
 */
export const GET: APIRoute = ({ params }) => {
  const accent = params['accent'] ?? ''
  if (!isAccent(accent)) return new Response(null, { status: 404 })
  return new Response(accentStylesheet(accent), {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}
