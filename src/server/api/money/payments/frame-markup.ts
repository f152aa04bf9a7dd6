import type { Translate } from '#locales/translate.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

interface Frame {
  language: string
  title: string
  body: string
  scripts?: readonly string[]
}

const documentOf = ({ language, title, body, scripts = [] }: Frame) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/frame.css">
${scripts.map((source) => `<script src="${source}" defer></script>`).join('\n')}
</head>
<body><section aria-label="${escaped(title)}">${body}</section></body>
</html>
`

/** The version of Stripe's script that belongs to the library's version of its API. */
export const stripeScript = 'https://js.stripe.com/endive/stripe.js'

export const cardFrame = (language: string, t: Translate) =>
  documentOf({
    language,
    title: t('frame.title'),
    body: `<div id="card"><p id="waiting">${escaped(t('frame.loading'))}</p>
<p id="failed" hidden role="alert">${escaped(t('frame.failed'))}</p></div>`,
    scripts: [stripeScript, '/card.js'],
  })

/** Mounts the provider's form; the key and the secret lie behind the `#`, which no server is told. */
export const cardScript = `'use strict'
const given = new URLSearchParams(location.hash.slice(1))
const show = (id) => {
  for (const one of ['waiting', 'failed']) document.getElementById(one).hidden = one !== id
}
const begin = async () => {
  const options = { fetchClientSecret: async () => given.get('secret') }
  const form = await Stripe(given.get('key')).createEmbeddedCheckoutPage(options)
  show('')
  form.mount('#card')
}
begin().catch(() => show('failed'))
`

interface Returned {
  /** Back in the portal, for whoever runs no scripts. */
  address: string
  isClosed: boolean
}

export const returnedFrame = (language: string, t: Translate, { address, isClosed }: Returned) =>
  documentOf({
    language,
    title: t('frame.title'),
    body: `<div data-answer="${isClosed ? 'closed' : 'returned'}"><p>${escaped(t(isClosed ? 'frame.closed' : 'frame.returned'))}</p>
<p><a class="button" href="${escaped(address)}" target="_top">${escaped(t('frame.onwards'))}</a></p></div>`,
    scripts: ['/returned.js'],
  })

/** Tells the page around that something was answered; how the payment stands it asks the portal. */
export const returnedScript = (portal: string) => `'use strict'
parent.postMessage({ payment: document.querySelector('[data-answer]').dataset.answer }, ${JSON.stringify(portal)})
`

/** The local provider's page. */
export function localFrame(language: string, t: Translate, amount: string): string {
  const button = (answer: string, look = '') =>
    `<button name="answer" value="${answer}" class="button ${look}">${escaped(t(`local.${answer}`))}</button>`
  return documentOf({
    language,
    title: t('local.title'),
    body: `<h1>${escaped(t('local.title'))}</h1><p>${escaped(t('local.text'))}</p>
<p class="amount">${escaped(amount)}</p>
<form method="post">${button('pay', 'primary')}${button('delay')}${button('refuse')}${button('close')}</form>`,
  })
}

export const overFrame = (language: string, t: Translate) =>
  documentOf({ language, title: t('frame.title'), body: `<p>${escaped(t('frame.over'))}</p>` })

export const frameStyle = `:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #16202c; background: #fff }
body { margin: 0 }
section { padding: 24px; max-width: 34rem; margin: 0 auto }
h1 { font-size: 1.25rem; margin: 0 0 8px }
p { margin: 0 0 16px }
.amount { font-size: 1.75rem; font-weight: 700 }
form { display: grid; gap: 12px }
.button { font: inherit; font-weight: 600; min-height: 44px; padding: 8px 16px; border-radius: 10px; border: 1px solid #8a97a6;
  background: #fff; color: #16202c; cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; justify-content: center }
.button.primary { background: #0b5cad; border-color: #0b5cad; color: #fff }
.button:focus-visible { outline: 3px solid #0b5cad; outline-offset: 2px }
`
