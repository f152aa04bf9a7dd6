import type { Browser, Page } from '@playwright/test'
import { password } from '#story/people.ts'
import { readMailText, type SmtpServer } from '../smtp-server.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test.beforeEach(({ context, portal }) =>
  context.addCookies([{ name: 'cookieConsent', value: 'true', url: portal.origin }]),
)

const office = async (browser: Browser, origin: string) => {
  const context = await browser.newContext({ locale: 'sv-SE', baseURL: origin })
  const page = await context.newPage()
  await signIn(page, 'superadmin')
  return { context, page }
}

/** Returns the path in the last e-mail to a recipient, once `count` e-mails to them have arrived. */
async function mailedPath(
  { mails: letters }: SmtpServer,
  { to, count }: { to: string; count: number },
  pattern: RegExp,
) {
  const received = () => letters.filter((letter) => letter.to === to).map(readMailText)
  await expect.poll(() => received().length).toBe(count)
  return pattern.exec(received().at(-1) ?? '')?.[0] ?? ''
}

/** Expects the office to see that an e-mail has a secret, and not to see the secret. */
async function expectSecretInOutbox(page: Page): Promise<void> {
  await page.goto('/outbox')
  await page.getByRole('main').getByRole('rowheader').getByRole('button').first().click()
  const mail = page.getByRole('main').locator('[popover]:popover-open')
  await expect(mail).toContainText('helena.ny@mejl.example')
  await expect(mail).toContainText('Mejlet innehåller en hemlighet')
  await expect(mail).not.toContainText('token=')
}

test('a new address counts once the link in the e-mail is pressed, without a script too', async ({
  page,
  browser,
  portal,
  mailServer,
}) => {
  await signIn(page, 'guardian', '/profile?tab=account')
  await page.getByRole('button', { name: 'Ändra', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Ändra dina uppgifter' })
  await dialog.getByLabel('E-post').fill('helena.ny@mejl.example')
  await dialog.getByLabel('Nuvarande lösenord').fill(password)
  await dialog.getByRole('button', { name: 'Spara' }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('Ny e-postadress väntar')).toBeVisible()
  await inspected(page, 'pending-email')
  await main.getByRole('button', { name: 'Skicka mejlet igen' }).click()
  await expect(main.getByText('Ett nytt mejl är på väg till helena.ny@mejl.example.')).toBeVisible()

  const chief = await office(browser, portal.origin)
  await expectSecretInOutbox(chief.page)
  const path = await mailedPath(mailServer, { to: 'helena.ny@mejl.example', count: 2 }, /\/login\/email\?token=[\w-]+/)
  await chief.context.close()
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'sv-SE', baseURL: portal.origin })
  const mailbox = await context.newPage()
  await mailbox.goto(path)
  await mailbox.getByRole('button', { name: 'Bekräfta adressen' }).click()
  await expect(mailbox.getByText('Adressen är bekräftad och gäller nu.')).toBeVisible()
  await mailbox.goto(path)
  await mailbox.getByRole('button', { name: 'Bekräfta adressen' }).click()
  await expect(mailbox.getByText('Länken gäller inte längre.', { exact: false })).toBeVisible()
  await context.close()
  await page.goto('/profile?tab=account')
  await expect(main.getByText('helena.ny@mejl.example')).toBeVisible()
  await expect(main.getByText('Ny e-postadress väntar')).toHaveCount(0)
})

test('a change by the office is reverted by the person', { tag: '@once' }, async ({ page, browser, portal }) => {
  const chief = await office(browser, portal.origin)
  await chief.page.goto('/profile/5?tab=account')
  await chief.page.getByRole('button', { name: 'Ändra uppgifter' }).click()
  const dialog = chief.page.getByRole('dialog', { name: 'Sara Lindgren' })
  await dialog.getByLabel('E-post').fill('fel.adress@mejl.example')
  await dialog.getByRole('button', { name: 'Spara' }).click()
  await expect(
    chief.page.getByText('Den nya e-postadressen gäller när den är bekräftad', { exact: false }),
  ).toBeVisible()
  await expect(chief.page.getByText('Ny e-postadress väntar')).toBeVisible()
  await chief.context.close()
  await signIn(page, 'learner', '/profile?tab=account')
  await expect(page.getByText('Adressen är angiven av kontoret.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Ta tillbaka' }).click()
  await expect(page.getByText('Ändringen är återtagen.')).toBeVisible()
})

test('own devices are listed on the profile, and the others are signed out', async ({ page, browser, portal }) => {
  const elsewhere = await browser.newContext({ locale: 'sv-SE', baseURL: portal.origin })
  const other = await elsewhere.newPage()
  await signIn(page, 'learner', '/profile?tab=account')
  const data = { username: 'learner', password }
  await other.request.post('/api/Authentication/Login', { data })
  await page.reload()
  const section = page.getByRole('region', { name: 'Inloggning och säkerhet' }).first()
  await expect(section.getByText('Den här enheten')).toHaveCount(1)
  await expect(section.getByText(/Chrome på/).first()).toBeVisible()
  await inspected(page, 'profile-security')
  await section.getByRole('button', { name: 'Logga ut alla andra enheter' }).click()
  await expect(page.getByText('Alla andra enheter är utloggade.')).toBeVisible()
  await expect(page.getByText('Den här enheten', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('button', { name: /^Logga ut (?!alla)/ }).and(page.getByRole('main').getByRole('button')),
  ).toHaveCount(0)
  await inspected(page, 'security')
  await elsewhere.close()
})

test.describe('connecting', () => {
  test.use({ expectedErrors: ['POST /ExternalLogin/startauthentication/:x'] })

  test('an identification requires the password of a person who signed in by a link', { tag: '@once' }, async ({
    page,
    browser,
    portal,
  }) => {
    const chief = await office(browser, portal.origin)
    const link = await chief.page.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
      return (await fetch('/api/Authentication/SingleSignOnLinkForUser/5', { headers })).json() as Promise<string>
    })
    await chief.context.close()
    await page.goto(new URL(link).pathname)
    await expect(page).toHaveURL('/')
    await page.goto('/login/connect?start=local')
    const field = page.getByLabel('Lösenord')
    await expect(field).toBeVisible()
    await expectAccessible(page)
    await field.fill('fel-fel-fel')
    await page.getByRole('button', { name: 'Fortsätt' }).click()
    await expect(page.getByRole('alert').filter({ visible: true })).toContainText('lösenord')
    await field.fill(password)
    await page.getByRole('button', { name: 'Fortsätt' }).click()
    await expect(page.locator('[data-status]')).toContainText('BankID')
  })
})

test('a child’s request waits for the guardian, who confirms on the child’s profile', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, 'junior', '/profile?tab=account')
  const guardians = page.getByRole('region', { name: 'Vårdnadshavare', exact: true }).first()
  await guardians.getByRole('button', { name: 'Lägg till vårdnadshavare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Vårdnadshavare för Milo Ström' })
  await dialog.getByRole('combobox', { name: 'Sök på namn' }).pressSequentially('sara lindg')
  await expect(page.getByRole('option', { name: /Sara Lindgren/ }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'Annan ansvarig vuxen' }).check()
  await dialog.getByRole('button', { name: 'Lägg till vårdnadshavare' }).click()
  await expect(guardians.getByText('Väntar på att en vårdnadshavare eller kontoret bekräftar.')).toBeVisible()
  await inspected(page, 'guardian-waits')

  const context = await browser.newContext({ locale: 'sv-SE', baseURL: portal.origin })
  const helena = await context.newPage()
  await signIn(helena, 'guardian', '/profile/6?tab=account')
  const there = helena.getByRole('region', { name: 'Vårdnadshavare', exact: true }).first()
  await there.getByRole('button', { name: 'Bekräfta Sara Lindgren' }).click()
  await expect(helena.getByText('Sara Lindgren är bekräftad.')).toBeVisible()
  await context.close()
  await page.reload()
  await expect(guardians.getByText('Väntar på', { exact: false })).toHaveCount(0)
})
