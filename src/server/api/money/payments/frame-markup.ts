import type { Translate } from '#locales/translate.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

interface Frame {
  language: string
  title: string
  body: string
  scripts?: readonly string[]
}

const renderDocument = ({ language, title, body, scripts = [] }: Frame) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/frame.css">
${scripts.map((source) => `<script src="${source}" defer></script>`).join('\n')}
</head>
<body><section aria-label="${escapeHtml(title)}">${body}</section></body>
</html>
`

/** Stripe.js in the version that belongs to the API version of the library. */
export const stripeScript = 'https://js.stripe.com/endive/stripe.js'

/**
 * Returns the HTML page in which Stripe's scripts show the card form of a payment; until then it says that it loads.
 * The texts are of `t`.
 */
export const renderCardFrame = (language: string, t: Translate) =>
  renderDocument({
    language,
    title: t('frame.title'),
    body: `<div id="card"><p id="waiting">${escapeHtml(t('frame.loading'))}</p>
<p id="failed" hidden role="alert">${escapeHtml(t('frame.failed'))}</p></div>`,
    scripts: [stripeScript, '/card.js'],
  })

/**
 * Script that mounts the provider's form in the page of `renderCardFrame`, or shows the page's text about a failure.
 * The URL of the page has the parameters `key` (publishable) and `secret` (of the client) in its fragment, which
 * browsers do not send to servers.
 */
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

interface ReturnPage {
  /** Link back to the portal, for browsers without scripts. */
  address: string
  isClosed: boolean
}

/**
 * Returns the HTML page that the frame shows after the payer has answered, or has left the form without paying
 * (`isClosed`). `address` is the URL of the portal's page that its link opens in the whole window. The script of
 * `renderReturnScript` notifies the parent page.
 */
export const renderReturnFrame = (language: string, t: Translate, { address, isClosed }: ReturnPage) =>
  renderDocument({
    language,
    title: t('frame.title'),
    body: `<div data-answer="${isClosed ? 'closed' : 'returned'}"><p>${escapeHtml(t(isClosed ? 'frame.closed' : 'frame.returned'))}</p>
<p><a class="button" href="${escapeHtml(address)}" target="_top">${escapeHtml(t('frame.onwards'))}</a></p></div>`,
    scripts: ['/returned.js'],
  })

/**
 * Returns the script of `renderReturnFrame` that posts the answer, `returned` or `closed`, to the parent page; the
 * parent page asks the portal for the payment's status. `portal` is the origin of the portal, which alone receives the
 * answer. A page that is in no frame, as when an app returns to the browser in a new tab, opens its link instead.
 */
export const renderReturnScript = (portal: string) => `'use strict'
if (parent === window) location.replace(document.querySelector('[data-answer] a').href)
else parent.postMessage({ payment: document.querySelector('[data-answer]').dataset.answer }, ${JSON.stringify(portal)})
`

/**
 * Returns the HTML page of the local provider, which replaces a real one in tests and trials, with a button for each
 * answer. Its form posts `answer` (`pay`, `swish` where it is offered, `delay`, `refuse` or `close`) to the page's own
 * URL. `amount` is formatted text, which is escaped here.
 */
export function renderLocalFrame(
  language: string,
  t: Translate,
  { amount, offersSwish }: { amount: string; offersSwish: boolean },
): string {
  const button = (answer: string, look = '') =>
    `<button name="answer" value="${answer}" class="button ${look}">${escapeHtml(t(`local.${answer}`))}</button>`
  return renderDocument({
    language,
    title: t('local.title'),
    body: `<h1>${escapeHtml(t('local.title'))}</h1><p>${escapeHtml(t('local.text'))}</p>
<p class="amount">${escapeHtml(amount)}</p>
<form method="post">${button('pay', 'primary')}${offersSwish ? button('swish') : ''}${button('delay')}${button('refuse')}${button('close')}</form>`,
  })
}

/**
 * Returns the HTML page for a payment frame that has nothing to show, which says that the payment is over; it has no
 * script and no link.
 */
export const renderOverFrame = (language: string, t: Translate) =>
  renderDocument({ language, title: t('frame.title'), body: `<p>${escapeHtml(t('frame.over'))}</p>` })

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
