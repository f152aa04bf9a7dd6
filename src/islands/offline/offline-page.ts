import en from '#locales/en/offline.json'
import sv from '#locales/sv/offline.json'

/** A page that opens without a connection. */
export interface CopiedPage {
  path: string
  /** Title of the page, in the escaped form of its markup. */
  title: string
}

const style = `
  :root { color-scheme: light dark; font: 1.0625rem/1.5 'Source Sans 3', system-ui, sans-serif }
  body { margin: 0; background: light-dark(#f4f6f8, #12161d); color: light-dark(#12161d, #f0f2f6) }
  main { max-width: 34rem; margin: 0 auto; padding: 3rem 1.25rem }
  h1 { margin: 0 0 .75rem; font-size: 1.75rem; line-height: 1.15 }
  h2 { margin: 2.5rem 0 .5rem; font-size: 1.25rem }
  p { margin: 0 0 1.25rem }
  ul { margin: 0; padding: 0; list-style: none }
  a { color: light-dark(#1450d2, #5d92fd); overflow-wrap: anywhere }
  li a { display: inline-block; padding: .625rem 0 }
  .again { display: inline-block; padding: .75rem 1.5rem; border-radius: .5rem; background: #1450d2; color: #fff; font-weight: 600; text-decoration: none }
`

/** Policy of the page, which runs no script and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

/** Headers of the page. It is no answer of the server, so nothing may store it. */
export const offlineHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': policy,
}

const toAttribute = (path: string) => path.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * Returns the page that is shown instead of one that cannot be loaded without a connection, as HTML. It links to `path`
 * to try again, and to the pages that have a copy. In Swedish for any `language` but `en`.
 */
export function renderOfflinePage(language: string, path: string, copies: readonly CopiedPage[]): string {
  const texts = language === 'en' ? en : sv
  const t = (key: keyof typeof sv) => texts[key]
  const links = copies.map((copy) => {
    const title = copy.path === '/profile' ? t('licenses') : copy.title
    return `<li><a href="${toAttribute(copy.path)}">${title}</a></li>`
  })
  return `<!doctype html>
<html lang="${language === 'en' ? 'en' : 'sv'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t('title')}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${t('title')}</h1>
<p>${t('text')}</p>
<p><a class="again" href="${toAttribute(path)}">${t('again')}</a></p>
${links.length > 0 ? `<h2>${t('stored')}</h2><ul>${links.join('')}</ul>` : `<p>${t('none')}</p>`}
</main>
</body>
</html>`
}
