import type { AuthenticationResult, StartedAuthentication } from '#api/people/external-login/contract.ts'
import { ApiError, api } from '../client/api.ts'
import { drawQr } from './qr-code.ts'

const part = (name: string) => {
  const found = document.querySelector<HTMLElement>(`[data-${name}]`)
  if (!found) throw new Error(`the page has no ${name}`)
  return found
}
const [section, status, more, qr, open] = [
  part('external-login'),
  part('status'),
  part('more'),
  part('qr'),
  part('open'),
]
const [retry, change, cancel] = [part('retry'), part('switch'), part('cancel')]
const { dataset } = section
/** Who is signed in connects an identification with the own account; else somebody signs in. */
const connects = 'connects' in dataset
const scan = document.querySelector<HTMLAnchorElement>('[data-scan]')

interface Running {
  orderRef: string
  nonce?: string | undefined
}

let running: Running | null = null
let sameDevice = matchMedia('(pointer: coarse), (max-width: 40rem)').matches
/** A line may fail now and then; the provider may too. */
const failuresAtMost = 3

function say(text: string | null | undefined, further = ''): void {
  if (status.textContent !== text) status.textContent = text ?? ''
  more.hidden = further === ''
  more.textContent = further
}

function showCode(text: string | null): void {
  qr.hidden = text === null
  if (scan) scan.hidden = text === null
  if (text === null) return
  drawQr(text, qr)
  if (scan) scan.href = text
}

function stop(text: string | null | undefined, further?: string): void {
  running = null
  showCode(null)
  open.hidden = true
  say(text, further)
  change.hidden = true
  retry.hidden = false
  retry.focus()
}

function enter({ token, userId }: AuthenticationResult): void {
  if (!connects) {
    localStorage.setItem('token', `${token}`)
    localStorage.setItem('userId', `${userId}`)
  }
  location.replace(`${dataset['target']}`)
}

/** What was refused is told, and what to do instead; a lost line is tried again. */
function failed(error: unknown, failures: number): boolean {
  const refused = error instanceof ApiError && error.status < 500
  if (!refused && failures < failuresAtMost) return false
  stop(error instanceof ApiError ? error.message : dataset['failed'], dataset['wayOn'])
  return true
}

function show(result: AuthenticationResult): void {
  if (result.status === 'complete') enter(result)
  else if (result.status === 'failed') stop(result.message)
  else {
    say(result.message)
    showCode(result.qrData)
    if (result.hintCode === 'userSign') open.hidden = true
  }
}

/** Every other second the provider is asked; in between only the code moves on. */
async function follow(one: Running): Promise<void> {
  let failures = 0
  for (let second = 0; running === one; second += 1) {
    const onlyQr = second % 2 === 1
    try {
      if (!onlyQr || !qr.hidden) {
        const body = { onlyQr, nonce: one.nonce }
        const result = await api('POST /ExternalLogin/result/:x', { params: { x: one.orderRef }, body })
        if (running !== one) return
        if (onlyQr && result.status === 'pending') showCode(result.qrData)
        else show(result)
        failures = 0
      }
    } catch (error) {
      failures += 1
      if (failed(error, failures)) return
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

function prepare(): void {
  retry.hidden = true
  change.hidden = false
  change.textContent = `${sameDevice ? dataset['deviceOther'] : dataset['deviceHere']}`
  say(dataset['starting'])
}

function take(started: StartedAuthentication): void {
  showCode(started.qrData)
  open.hidden = started.startUrl === null
  if (started.startUrl) {
    open.setAttribute('href', started.startUrl)
    open.focus()
  }
  running = { orderRef: started.orderRef }
  void follow(running)
}

/** Given once and sent with each start of this page. */
let password = ''

async function start(): Promise<void> {
  prepare()
  try {
    const body = { sameDevice, connects, returnUrl: dataset['target'], ...(password ? { password } : {}) }
    const x = `${dataset['externalLogin']}`
    take(await api('POST /ExternalLogin/startauthentication/:x', { params: { x }, body }))
  } catch (error) {
    if (passwordForm && isAboutPassword(error)) askAgain(error)
    else failed(error, failuresAtMost)
  }
}

async function giveUp(): Promise<void> {
  const given = running
  running = null
  if (!given) return
  try {
    await api('POST /ExternalLogin/cancel/:x', { params: { x: given.orderRef } })
  } catch (error) {
    // It dies of age by itself within minutes.
    console.warn('external login', error)
  }
}

const passwordForm = document.querySelector<HTMLFormElement>('[data-password-form]')

/** Waits for the password before anything is started. */
function askForPassword(form: HTMLFormElement): void {
  section.hidden = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    password = String(new FormData(form).get('password') ?? '')
    form.hidden = true
    section.hidden = false
    void start()
  })
}

const isAboutPassword = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.body.fields?.['password'] !== undefined

/** A wrong password is said at its field, which keeps the focus. */
function askAgain(error: ApiError): void {
  if (!passwordForm) return
  section.hidden = true
  passwordForm.hidden = false
  const problem = part('password-problem')
  problem.hidden = false
  problem.textContent = error.body.fields?.['password'] ?? error.message
  passwordForm.querySelector<HTMLInputElement>('[type=password]')?.select()
}

/** The app leads back with what the order needs; the address forgets it at once. */
function broughtBack(): boolean {
  const [, orderRef, nonce] = /^#external=([\w-]+)\.([\w-]+)$/.exec(location.hash) ?? []
  if (!orderRef) return false
  history.replaceState(null, '', location.pathname + location.search)
  sameDevice = true
  prepare()
  open.hidden = true
  running = { orderRef, nonce }
  void follow(running)
  return true
}

retry.addEventListener('click', start)
change.addEventListener('click', () => {
  void giveUp()
  sameDevice = !sameDevice
  void start()
})
cancel.addEventListener('click', async (event) => {
  if (!running) return
  event.preventDefault()
  await giveUp()
  location.assign(`${cancel.getAttribute('href')}`)
})
addEventListener('hashchange', broughtBack)
// The app led back to another tab, which is in by now.
addEventListener('storage', ({ key, newValue }) => {
  if (!connects && key === 'token' && newValue && running) location.replace(`${dataset['target']}`)
})

// Whoever signs in has no session; what is left of one goes.
if (!connects) for (const key of ['token', 'userId']) localStorage.removeItem(key)
if (!broughtBack()) {
  if (passwordForm) askForPassword(passwordForm)
  else void start()
}
