import type { APIRoute } from 'astro'
import { accentStylesheet, isAccent } from '#islands/ui/accent.ts'

/** The colour is in the address, so an answer never changes and may be kept for ever. */
export const GET: APIRoute = ({ params }) => {
  const accent = params['accent'] ?? ''
  if (!isAccent(accent)) return new Response(null, { status: 404 })
  return new Response(accentStylesheet(accent), {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}
