/**
 * Signs in without leaving the page, so that a mistake costs no reload. Small enough to be written into the page:
 * it imports nothing, and the form works without it.
 */
const form = document.querySelector<HTMLFormElement>('form[data-login]')
const failure = document.getElementById('login-failure')

// Whoever is asked to sign in has no session; what is left of one goes.
localStorage.removeItem('token')
localStorage.removeItem('userId')

function refuse(message: string): void {
  if (!failure) return
  failure.querySelector('[data-text]')?.replaceChildren(message)
  failure.hidden = false
  form?.querySelector<HTMLInputElement>('[name=password]')?.select()
}

async function signIn(given: HTMLFormElement): Promise<void> {
  const response = await fetch('/api/Authentication/Login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new FormData(given))),
  })
  const answer = (await response.json()) as { token: string; userId: number; message: string }
  if (!response.ok) return refuse(answer.message)
  localStorage.setItem('token', answer.token)
  localStorage.setItem('userId', String(answer.userId))
  location.replace(given.dataset['target'] ?? '/')
}

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  button?.setAttribute('aria-busy', 'true')
  if (failure) failure.hidden = true
  signIn(form)
    .catch(() => refuse(form.dataset['networkFailed'] ?? ''))
    .finally(() => button?.removeAttribute('aria-busy'))
})
