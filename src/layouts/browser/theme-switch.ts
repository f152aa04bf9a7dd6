/**
 * Makes each form `form[data-theme-switch]` apply the chosen theme at once. It is stored in a cookie for a year;
 * `system` removes the cookie. Not to be called twice on a page. Without scripts the forms are sent to the server.
 */
export function wireThemeSwitch() {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-theme-switch]')) {
    form.addEventListener('submit', (event) => {
      if (!(event.submitter instanceof HTMLButtonElement)) return
      event.preventDefault()
      choose(event.submitter.value)
    })
  }
}

function choose(theme: string) {
  const isChosen = theme !== 'system'
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser that we serve
  document.cookie = `theme=${isChosen ? theme : ''}; Path=/; SameSite=Lax; Max-Age=${isChosen ? 31_536_000 : 0}${secure}`
  if (isChosen) document.documentElement.dataset['theme'] = theme
  else delete document.documentElement.dataset['theme']
  for (const button of document.querySelectorAll<HTMLButtonElement>('form[data-theme-switch] button'))
    button.ariaPressed = String(button.value === theme)
}
