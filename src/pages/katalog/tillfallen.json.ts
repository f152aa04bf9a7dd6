import type { APIRoute } from 'astro'
import { cataloguePath } from '#api/office/public-catalogue/rules.ts'
import { feedResponse, isCatalogueOn, parseFeedQuery } from '#components/public-catalogue/catalogue-feed.ts'

/**
 * Serves the public occasions that the URL's filter selects as JSON, each with the URL of its education; 404 while the
 * catalogue is off.
 */
export const GET: APIRoute = async ({ locals, url }) => {
  if (!isCatalogueOn(locals)) return new Response(null, { status: 404 })
  const { ctx, language } = locals
  const occasions = await locals.api('GET /Catalogue/occasions', { query: parseFeedQuery(url) })
  const items = occasions.map((occasion) => ({
    ...occasion,
    url: ctx.env.PORTAL_ORIGIN + cataloguePath(language, 'education', occasion.education),
  }))
  return feedResponse(JSON.stringify({ occasions: items }), 'application/json; charset=utf-8')
}
