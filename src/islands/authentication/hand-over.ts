import { forgetCopies } from '../page-copies.ts'

interface HandOver {
  token: string
  userId: number
  target: string
}

// The page that answers a sign-in: the calls of the next page read the session from here.
const { token, userId, target } = JSON.parse(document.getElementById('signed-in')?.textContent ?? '{}') as HandOver
forgetCopies().catch(() => undefined)
localStorage.setItem('token', token)
localStorage.setItem('userId', String(userId))
location.replace(target)
