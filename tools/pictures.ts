import type { Page } from 'playwright'
import type { CastName } from '#story/people.ts'

/** A picture of docs/screenshots: who looks at which page, in which window. */
export interface Picture {
  name: string
  /** A visitor when absent. */
  who?: CastName
  path: string
  /** 1440 or 390 pixels wide; wide when absent. */
  view?: 'phone'
  /** Leads from the opened page to the one of the picture. */
  prepare?: (page: Page) => Promise<void>
}

/** On a phone the head of a page fills the window, so what it lists is brought into view. */
const scrollTo = (text: string) => async (page: Page) => {
  const element = page.getByText(text, { exact: true }).first()
  await element.evaluate((node) => node.scrollIntoView({ block: 'start', behavior: 'instant' }))
  await page.evaluate(() => scrollBy({ top: -80, behavior: 'instant' }))
}

/** Opens an occasion of the last year without results: those of a coming one cannot be registered. */
const pastParticipants = async (page: Page) => {
  await page.locator('main a[href*="/manageOccasion/"]').first().click()
  await page.waitForURL(/manageOccasion/)
  await scrollTo('Sök på listan')(page)
}

const signUpDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Anmäl dig' }).first().click()
  await page.getByRole('dialog').waitFor()
}

/** Opens the first submission of a picture: the browser of the pictures shows no PDF. */
const submittedPicture = async (page: Page) => {
  const submissions = page.getByRole('list', { name: 'Inlämningar' }).getByRole('link')
  for (const submission of await submissions.all()) {
    const file = page.waitForResponse((response) => new URL(response.url()).host.startsWith('submission-'))
    await submission.click()
    if ((await file).url().includes('.png')) return
  }
  throw new Error('no submission of a picture')
}

export const pictures: readonly Picture[] = [
  { name: 'sign-in', path: '/login', view: 'phone' },
  { name: 'dashboard', who: 'learner', path: '/' },
  { name: 'educations', who: 'learner', path: '/educations' },
  { name: 'education', who: 'learner', path: '/education/1' },
  { name: 'sign-up', who: 'learner', path: '/education/52', view: 'phone', prepare: signUpDialog },
  { name: 'calendar', who: 'learner', path: '/calendar' },
  { name: 'certificate', who: 'learner', path: '/print/certificate/5/education/2' },
  { name: 'profile', who: 'learner', path: '/profile', view: 'phone' },
  { name: 'account-security', who: 'learner', path: '/profile/security' },
  { name: 'child', who: 'guardian', path: '/profile/6' },
  { name: 'worklist', who: 'educator', path: '/myeducations' },
  {
    name: 'participants',
    who: 'educator',
    path: '/myeducations?view=missing',
    view: 'phone',
    prepare: pastParticipants,
  },
  { name: 'parts', who: 'educator', path: '/education/1/manageEducationParts' },
  { name: 'publish', who: 'educator', path: '/education/1/publish' },
  { name: 'review', who: 'superadmin', path: '/inlamningsuppgifter', prepare: submittedPicture },
  {
    name: 'exam',
    who: 'educator',
    path: '/education/managePracticalDriverExam/1',
    view: 'phone',
    prepare: scrollTo('Lägg till förare'),
  },
  { name: 'club-people', who: 'orgadmin', path: '/users' },
  { name: 'person', who: 'orgadmin', path: '/profile/6' },
  { name: 'district-people', who: 'administrator', path: '/users' },
  { name: 'new-education', who: 'superadmin', path: '/createeducation' },
  { name: 'overview', who: 'superadmin', path: '/oversikt' },
  { name: 'invoices', who: 'superadmin', path: '/invoices' },
  { name: 'licenses', who: 'superadmin', path: '/licenses' },
  { name: 'import', who: 'superadmin', path: '/import/educationResults' },
  { name: 'configuration', who: 'superadmin', path: '/config' },
  { name: 'jobs', who: 'superadmin', path: '/hangfire' },
]
