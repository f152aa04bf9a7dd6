import type { APIRoute } from 'astro'
import { type CataloguePage, cataloguePath } from '#api/office/public-catalogue/rules.ts'
import { isCatalogueOn } from '#components/public-catalogue/catalogue-feed.ts'

interface Entry {
  page: CataloguePage
  item?: { id: number; title: string }
  /** Day of the last change, where one is known. */
  changedOn?: string
}

const languages = ['sv', 'en'] as const
const pages = ['start', 'educations', 'calendar'] as const

/** Writes an entry once for each language, with links to both. */
function writeEntry(origin: string, { page, item, changedOn }: Entry): string {
  const urlIn = (language: (typeof languages)[number]) => origin + cataloguePath(language, page, item)
  const links = languages.map((one) => `<xhtml:link rel="alternate" hreflang="${one}" href="${urlIn(one)}"/>`).join('')
  const changed = changedOn ? `<lastmod>${changedOn}</lastmod>` : ''
  return languages.map((one) => `<url><loc>${urlIn(one)}</loc>${changed}${links}</url>`).join('\n')
}

/** Serves the site map: the pages of the public catalogue alone; 404 while the catalogue is off. */
export const GET: APIRoute = async ({ locals }) => {
  if (!isCatalogueOn(locals)) return new Response(null, { status: 404 })
  const { educations, licenses } = await locals.api('GET /Catalogue/addresses')
  const entries: Entry[] = [
    ...pages.map((page) => ({ page })),
    ...educations.map((item) => ({ page: 'education' as const, item, changedOn: item.changedOn })),
    ...licenses.map((item) => ({ page: 'license' as const, item, changedOn: item.changedOn })),
  ]
  const urls = entries.map((entry) => writeEntry(locals.ctx.env.PORTAL_ORIGIN, entry)).join('\n')
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls}
</urlset>
`
  return new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
