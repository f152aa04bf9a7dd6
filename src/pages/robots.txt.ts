import type { APIRoute } from 'astro'
import { isCatalogueOn } from '#components/public-catalogue/catalogue-feed.ts'

/**
 * Serves the rules for search engines: they may read the public catalogue and nothing else, and nothing at all while it
 * is off.
 */
export const GET: APIRoute = ({ locals }) => {
  const allowed = ['/katalog', '/en/catalogue', '/_astro/', '/theme/', '/api/files/']
  const rules = isCatalogueOn(locals)
    ? [
        ...allowed.map((path) => `Allow: ${path}`),
        'Disallow: /',
        '',
        `Sitemap: ${locals.ctx.env.PORTAL_ORIGIN}/sitemap.xml`,
      ]
    : ['Disallow: /']
  return new Response(['User-agent: *', ...rules, ''].join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
