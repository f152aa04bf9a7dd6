import type { Page } from '@playwright/test'
import { password } from '#story/people.ts'
import { readMailText } from '../smtp-server.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

const chosen = 'korrekt häst batteri'

// The cookie banner covers the foot of a phone's window until it is answered.
test.beforeEach(({ context, portal }) =>
  context.addCookies([{ name: 'cookieConsent', value: 'true', url: portal.origin }]),
)

const stored = (page: Page) =>
  page.evaluate(() => ({ token: localStorage.getItem('token'), userId: localStorage.getItem('userId') }))

async function fillLogin(page: Page, name: string, given: string) {
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill(name)
  await page.getByRole('textbox', { name: 'Lösenord' }).fill(given)
  await page.getByRole('button', { name: 'Logga in' }).click()
}

test('without JavaScript a person signs in, sees an error, and returns to the requested page', {
  tag: '@once',
}, async ({ browser, portal }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'sv-SE', baseURL: portal.origin })
  const page = await context.newPage()
  await page.goto('/profile')
  await fillLogin(page, 'guardian', 'fel-fel-fel')
  await expect(page.getByRole('alert').first()).toContainText('Fel användarnamn eller lösenord.')
  await fillLogin(page, 'guardian', password)
  await expect(page).toHaveURL(/\/profile$/)
  expect((await context.cookies()).map(({ name }) => name)).toContain('devices')
  await context.close()
})

test('the return address never leads to another site', { tag: '@once' }, async ({ page }) => {
  await page.goto('/login?returnUrl=//evil.example/')
  await fillLogin(page, 'guardian', password)
  await expect(page).toHaveURL('/')
})

test('signing in stores the session, and signing out forgets it', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'guardian')
  expect(await stored(page)).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), userId: '7' })
  await page.goto('/login')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Logga ut' }).click()
  await expect(page).toHaveURL('/login')
  expect(await stored(page)).toEqual({ token: null, userId: null })
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/login/)
})

test('a stored person who differs from the page’s has to sign in again', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'guardian')
  // A page that is still loading would notice the change itself and navigate first.
  await page.waitForLoadState()
  await page.evaluate(() => localStorage.setItem('userId', '5'))
  await page.goto('/gdpr')
  await expect(page).toHaveURL(/\/login\?again=1&returnUrl=%2Fgdpr/)
  expect(await stored(page)).toEqual({ token: null, userId: null })
  await expect(page.getByText('Du har loggats ut. Logga in igen.')).toBeVisible()
  await fillLogin(page, 'guardian', password)
  await expect(page).toHaveURL('/gdpr')
})

test('a temporary password is changed before anything else', async ({ page }) => {
  await page.goto('/educations?text=bana')
  await fillLogin(page, 'expired', password)
  await expect(page).toHaveURL('/changepassword?returnUrl=%2Feducations%3Ftext%3Dbana')
  await expectAccessible(page)
  await shoot(page, 'change-password')
  const fields = { now: 'Nuvarande lösenord', next: 'Nytt lösenord', again: 'Skriv det nya lösenordet igen' }
  const fill = async (now: string, next: string, again: string) => {
    await page.getByLabel(fields.now).fill(now)
    await page.getByLabel(fields.next).fill(next)
    await page.getByLabel(fields.again).fill(again)
    await page.getByRole('button', { name: 'Byt lösenord' }).click()
  }
  await fill(password, 'sommaren2026', 'sommaren2026')
  const summary = page.getByRole('alert').filter({ hasText: 'Det lösenordet är för vanligt' })
  await expect(summary).toBeFocused()
  await fill(password, chosen, chosen)
  await expect(page).toHaveURL('/educations?text=bana')
})

test('a forgotten password is replaced by the code from the mail', async ({ page, mailServer }) => {
  const before = mailServer.mails.length
  await page.goto('/login')
  await page.getByRole('link', { name: 'Glömt lösenordet?' }).click()
  await expectAccessible(page)
  // An empty form is answered by the page in its own language, not by the browser.
  await page.getByRole('button', { name: 'Fortsätt' }).click()
  await expect(page.getByRole('textbox', { name: 'Användarnamn' })).toHaveAccessibleDescription(/Fyll i fältet/)
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill('orgadmin')
  await page.getByRole('button', { name: 'Fortsätt' }).click()
  await expect(page.getByText('Vi kan skicka en kod till e-postadressen som finns på kontot.')).toBeVisible()
  await page.getByRole('button', { name: 'Skicka kod' }).click()
  await expectAccessible(page)
  await shoot(page, 'forgot-password')

  // Other e-mails arrive in between, such as the one about the password of the previous test.
  const codes = () =>
    mailServer.mails
      .slice(before)
      .flatMap((letter) => /Din kod är ([A-Z2-9]{4}-[A-Z2-9]{4})/.exec(readMailText(letter))?.[1] ?? [])
  // An e-mail that meets no connection is sent ten seconds later.
  await expect.poll(codes, { timeout: 30_000 }).toHaveLength(1)
  await page.getByRole('button', { name: 'Skicka koden igen' }).click()
  await expect.poll(codes, { timeout: 30_000 }).toHaveLength(2)
  await page.getByRole('button', { name: 'Spara nytt lösenord' }).click()
  await expect(page.getByLabel('Kod')).toHaveAccessibleDescription(/Fyll i fältet/)
  await page.getByLabel('Kod').fill(codes().at(-1) ?? '')
  await page.getByLabel('Nytt lösenord').fill(chosen)
  await page.getByLabel('Skriv det nya lösenordet igen').fill(chosen)
  await page.getByRole('button', { name: 'Spara nytt lösenord' }).click()
  await expect(page.getByText('Ditt nya lösenord gäller.')).toBeVisible()
  await page.getByRole('link', { name: 'Till inloggningen' }).click()
  await fillLogin(page, 'orgadmin', chosen)
  // A reset asks the person to review everything else that opens the account.
  await expect(page).toHaveURL('/profile/security')
})

test('a sign-on link works once and leaves no token in the address', { tag: '@once' }, async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, 'superadmin')
  const link = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    return (await fetch('/api/Authentication/SingleSignOnLinkForUser/5', { headers })).json() as Promise<string>
  })
  const context = await browser.newContext({ locale: 'sv-SE', baseURL: portal.origin })
  const guest = await context.newPage()
  await guest.goto(new URL(link).pathname)
  await expect(guest).toHaveURL('/')
  expect((await stored(guest)).userId).toBe('5')
  await guest.goBack()
  expect(guest.url()).not.toContain('singlesignon')

  const late = await (await browser.newContext({ locale: 'sv-SE', baseURL: portal.origin })).newPage()
  await late.goto(new URL(link).pathname)
  await expect(late.getByText('Inloggningslänken gäller inte längre.')).toBeVisible()
  await expect(late).toHaveURL('/login')
  await late.context().close()
  await context.close()
})

test('a person reads the portal in the language they chose, on any device', { tag: '@once' }, async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, 'guardian', '/gdpr')
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'English' }).filter({ visible: true }).first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveURL('/gdpr')
  const context = await browser.newContext({ locale: 'sv-SE', baseURL: portal.origin })
  const elsewhere = await context.newPage()
  await elsewhere.goto('/login?returnUrl=/gdpr')
  await fillLogin(elsewhere, 'guardian', password)
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'en')
  await context.close()
})

test.describe('a new e-mail address', () => {
  test.use({ expectedErrors: ['PUT /User'] })

  test('of the person requires the password', async ({ page }) => {
    await signIn(page, 'educator', '/profile?tab=account')
    await page.getByRole('button', { name: 'Ändra', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Ändra dina uppgifter' })
    const current = dialog.getByLabel('Nuvarande lösenord')
    await expect(current).toBeHidden()
    await dialog.getByLabel('E-post').fill('ny.adress@mejl.example')
    await expectAccessible(page)
    await current.fill('gissning-2026')
    await dialog.getByRole('button', { name: 'Spara' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Nuvarande lösenord:')
    await shoot(page, 'new-email')
    await current.fill(password)
    await dialog.getByRole('button', { name: 'Spara' }).click()
    await expect(page.getByText('Ett mejl är på väg till den nya adressen', { exact: false })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByText('Ny e-postadress väntar')).toBeVisible()
    await expect(main.getByText('ny.adress@mejl.example börjar gälla', { exact: false })).toBeVisible()
  })
})
