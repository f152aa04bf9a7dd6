/**
 * Signs in without leaving the page, so that a mistake costs no reload. The script is inlined in the page, so it
 * imports nothing; the form works without it.
 */
const form = document.querySelector<HTMLFormElement>('[data-login]')
const failure = document.getElementById('login-failure')
const storage = localStorage

const deleteCopies = () => globalThis.caches?.delete(form?.dataset['copies'] ?? '').catch(() => undefined)

// A person on the sign-in page has no session; the rest of an earlier one is removed, with the copies of its pages.
deleteCopies()
delete storage['token']
delete storage['userId']
delete storage['recentSearches']

// The portal says what is missing, in the reader's language; without scripts the browser does.
if (form) form.noValidate = true

// The box below the password; a call that signs in ignores it.
form?.addEventListener('change', () => {
  const { password, showPassword } = form
  password.type = showPassword.checked ? 'text' : 'password'
})

function showFailure(message = ''): void {
  failure?.querySelector('[data-text]')?.replaceChildren(message)
  if (failure) failure.hidden = false
}

form?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const { target = '', failed, missing } = form.dataset
  const empty = form.querySelector<HTMLInputElement>('input:invalid')
  if (empty) {
    empty.focus()
    return showFailure(missing)
  }
  let message = failed
  try {
    const response = await fetch('/api/Authentication/Login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
    })
    const answer: { token: string; userId: number; message: string } = await response.json()
    if (response.ok) {
      deleteCopies()
      storage['token'] = answer.token
      storage['userId'] = answer.userId
      return location.replace(target)
    }
    message = answer.message
  } catch {}
  showFailure(message)
})

export {}
