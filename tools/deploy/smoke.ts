import type { Environment } from './environment.ts'

export interface Check {
  title: string
  /** Null when it passed, else what was seen instead. */
  fault: string | null
}

type Fetch = (address: string, options: { redirect: 'manual' }) => Promise<Response>

interface Expectation {
  title: string
  address: string
  verify: (response: Response) => Promise<string | null>
}

const statusIs =
  (...statuses: number[]) =>
  async (response: Response) =>
    statuses.includes(response.status) ? null : `answered ${response.status}`

async function verifyLogin(response: Response): Promise<string | null> {
  if (response.status !== 200) return `answered ${response.status}`
  if (!response.headers.get('strict-transport-security')) return 'sends no Strict-Transport-Security'
  if (!response.headers.get('content-security-policy')) return 'sends no Content-Security-Policy'
  return /autocomplete="(username|current-password)"/.test(await response.text())
    ? null
    : 'shows no form to sign in with'
}

/** A package's host that cannot exist: the certificate and the route are tried all the same. */
const nobodysPackage = 'a'.repeat(32)

const expectations = ({ portalHost, contentHost, paymentHost }: Environment): Expectation[] => [
  { title: 'the portal answers', address: `https://${portalHost}/health`, verify: statusIs(200) },
  {
    title: 'the database answers, and the sign-in page is whole',
    address: `https://${portalHost}/login`,
    verify: verifyLogin,
  },
  {
    title: 'a page of a signed-in person asks to sign in',
    address: `https://${portalHost}/profile`,
    verify: statusIs(302, 303),
  },
  {
    title: 'a call without a session is refused',
    address: `https://${portalHost}/api/Dashboard`,
    verify: statusIs(401),
  },
  {
    title: 'the wildcard host of courses answers',
    address: `https://${nobodysPackage}.${contentHost}/`,
    verify: statusIs(403, 404),
  },
  { title: 'the host of payments answers', address: `https://${paymentHost}/`, verify: statusIs(200, 403, 404) },
]

async function check({ title, address, verify }: Expectation, fetchPage: Fetch): Promise<Check> {
  try {
    const fault = await verify(await fetchPage(address, { redirect: 'manual' }))
    return { title, fault: fault && `${address} ${fault}` }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return { title, fault: `${address} could not be reached: ${cause}` }
  }
}

interface SmokeOptions {
  fetchPage?: Fetch
  /** Times that everything is tried; new routes and certificates take a while. */
  attempts?: number
  pauseMilliseconds?: number
}

/** Asks a deployed portal from outside, until everything answers as it should or the attempts are used up. */
export async function smokeTest(environment: Environment, options: SmokeOptions = {}): Promise<Check[]> {
  const { fetchPage = fetch, attempts = 6, pauseMilliseconds = 10_000 } = options
  for (let attempt = 1; ; attempt++) {
    const checks = await Promise.all(expectations(environment).map((one) => check(one, fetchPage)))
    if (attempt >= attempts || checks.every(({ fault }) => fault === null)) return checks
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
  }
}

/** Prints one line for each check below a heading; nothing without checks. */
export function printChecks(heading: string, checks: readonly Check[]): void {
  if (checks.length === 0) return
  console.log(`\n${heading}:`)
  for (const { title, fault } of checks) console.log(fault ? `  ✗ ${title}: ${fault}` : `  ✓ ${title}`)
}
