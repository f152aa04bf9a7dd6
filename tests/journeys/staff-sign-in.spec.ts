import type { Page } from '@playwright/test'
import { type CastName, cast } from '#story/people.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn, signInByForm } from './sign-in.ts'

// The page of a refused sign-in has its status.
test.use({ expectedErrors: ['403'] })

const startButton = 'Logga in med Kansliet'
const connection = 'Inloggning genom arbetsgivaren'

/** Lets the provider sign this person in from now on, with a verified e-mail address. */
const planPerson = (page: Page, issuer: string, name: CastName | null) => {
  const userName = name ? cast[name].userName : 'ingen'
  const claims = { sub: `subject-${userName}`, email: `${userName}@nordiskbilsport.example`, email_verified: true }
  return page.request.post(`${issuer}/plan`, { data: { claims } })
}

const openMenu = async (page: Page, name: CastName) => {
  const { id, firstName, lastName } = cast[name]
  await page.goto(`/profile/${id}`)
  await page.getByRole('button', { name: `Åtgärder för ${firstName} ${lastName}` }).click()
}

test('staff sign in by the button of their provider, and the office removes the connection', async ({
  page,
  browser,
  openIdIssuer,
}) => {
  await planPerson(page, openIdIssuer, 'educator')
  await page.goto('/login?returnUrl=%2Fmyeducations')
  await inspected(page, 'staff-sign-in')
  await page.getByRole('link', { name: startButton }).click()
  await expect(page).toHaveURL(/\/myeducations$/)
  await page.goto('/profile/security')
  await expect(page.getByText(connection)).toBeVisible()
  await expect(page.getByText('Med arbetsgivarens inloggning').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Koppla Kansliet' })).toHaveCount(0)

  const office = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
  await signIn(office, 'superadmin')
  await openMenu(office, 'educator')
  const entry = office.getByRole('menuitem', { name: 'Koppla bort arbetsgivarens inloggning' })
  await expect(entry).toBeVisible()
  await entry.click()
  const question = office.getByRole('dialog', { name: /^Ska arbetsgivarens inloggning kopplas bort från Leila Nordin/ })
  await question.getByRole('button', { name: 'Koppla bort arbetsgivarens inloggning' }).click()
  await expect(office.getByText('Arbetsgivarens inloggning är bortkopplad från Leila Nordin.')).toBeVisible()
  await openMenu(office, 'educator')
  await expect(office.getByRole('menuitem', { name: 'Redigera roller' }).or(office.getByRole('menu'))).not.toHaveCount(
    0,
  )
  await expect(entry).toHaveCount(0)
  await office.context().close()
})

test('a person who is signed in connects the provider, signs in by it and disconnects it', async ({
  page,
  openIdIssuer,
}) => {
  await planPerson(page, openIdIssuer, 'administrator')
  await signInByForm(page, 'administrator')
  await page.goto('/profile/security')
  await page.getByRole('link', { name: 'Koppla Kansliet' }).click()
  await expect(page).toHaveURL(/\/profile\/security$/)
  await expect(page.getByText(connection)).toBeVisible()
  await inspected(page, 'staff-sign-in-connected')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?returnUrl=%2Fprofile%2Fsecurity')
  await page.getByRole('link', { name: startButton }).click()
  await expect(page).toHaveURL(/\/profile\/security$/)
  await page
    .getByRole('listitem')
    .filter({ hasText: connection })
    .getByRole('button', { name: /^Koppla bort/ })
    .click()
  await expect(page.getByText('Arbetsgivarens inloggning är bortkopplad.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Koppla Kansliet' })).toBeVisible()
})

test('somebody without an account is refused, with the other ways to sign in', async ({ page, openIdIssuer }) => {
  await planPerson(page, openIdIssuer, null)
  await page.goto('/login')
  await page.getByRole('link', { name: startButton }).click()
  await expect(page.getByText('Det gick inte att logga in den vägen.', { exact: false })).toBeVisible()
  await inspected(page, 'staff-sign-in-refused')
  await page.getByRole('link', { name: 'Logga in på ett annat sätt' }).click()
  await expect(page.getByRole('link', { name: startButton })).toBeVisible()
})
