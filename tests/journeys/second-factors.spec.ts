import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { type CastName, cast, password } from '#story/people.ts'
import { inDays } from '../time.ts'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signInByForm } from './sign-in.ts'

test.beforeEach(({ context, portal }) =>
  context.addCookies([{ name: 'cookieConsent', value: 'true', url: portal.origin }]),
)

/** Adds a virtual authenticator that always verifies its user. */
async function addAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Meny' }).click()
  await page.getByRole('button', { name: 'Logga ut', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
}

/** Enters the password, which leads to the second step. */
async function givePassword(page: Page, name: CastName): Promise<void> {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill(cast[name].userName)
  await page.getByRole('textbox', { name: 'Lösenord' }).fill(password)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await expect(page).toHaveURL(/\/login\/secondfactor/)
}

async function recoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Dina reservkoder' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allTextContents()
  await inspected(page, 'recovery-codes')
  await dialog.getByRole('button', { name: 'Jag har sparat koderna' }).click()
  return codes
}

test('a passkey is created, signs in by itself, takes the second step and is removed', async ({ page }) => {
  await addAuthenticator(page)
  await signInByForm(page, 'learner')
  await page.goto('/profile/security')
  const section = page.getByRole('region', { name: 'Andra steg vid inloggning' }).first()
  await section.getByRole('button', { name: 'Lägg till en inloggningsnyckel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lägg till en inloggningsnyckel' })
  await dialog.getByLabel('Namn på nyckeln').fill('Min telefon')
  await inspected(page, 'add-passkey')
  await dialog.getByRole('button', { name: 'Skapa nyckeln' }).click()
  await recoveryCodes(page)
  await expect(section.getByText('Min telefon', { exact: true })).toBeVisible()
  await inspected(page, 'second-factors')

  await signOut(page)
  await page.goto('/login?returnUrl=%2Feducations')
  await inspected(page, 'login-with-passkey')
  await page.getByRole('button', { name: 'Använd inloggningsnyckel' }).click()
  await expect(page).toHaveURL(/\/educations(\?|$)/)

  await signOut(page)
  await givePassword(page, 'learner')
  // No other page opens before the second step.
  await page.goto('/profile/security')
  await expect(page).toHaveURL(/\/login\/secondfactor\?returnUrl=%2Fprofile%2Fsecurity/)
  await inspected(page, 'second-step-passkey')
  await page.getByRole('button', { name: 'Använd inloggningsnyckel' }).click()
  await expect(page).toHaveURL('/profile/security')

  await signOut(page)
  await page.goto('/media?search=regler')
  await expect(page).toHaveURL(/\/login\?/)
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill(cast.learner.userName)
  await page.getByRole('textbox', { name: 'Lösenord' }).fill(password)
  await page.getByRole('button', { name: 'Logga in' }).click()
  // The login page has a button of the same name, so the second step is waited for by its address.
  await expect(page).toHaveURL('/login/secondfactor?returnUrl=%2Fmedia%3Fsearch%3Dregler')
  await page.getByRole('button', { name: 'Använd inloggningsnyckel' }).click()
  await expect(page).toHaveURL('/media?search=regler')

  await page.goto('/profile/security')
  await section.getByRole('button', { name: 'Byt namn på Min telefon' }).click()
  await page.getByRole('dialog').getByLabel('Namn på nyckeln').fill('Gamla telefonen')
  await page.getByRole('dialog').getByRole('button', { name: 'Spara namnet' }).click()
  await section.getByRole('button', { name: 'Ta bort Gamla telefonen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ta bort', exact: true }).click()
  await expect(page.getByText('Gamla telefonen är borttagen.')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(0)
})

test('without user verification a passkey opens nothing, and the page shows that', { tag: '@once' }, async ({
  page,
}) => {
  await page.goto('/login')
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
  })
  await page.getByRole('button', { name: 'Använd inloggningsnyckel' }).click()
  await expect(page.getByRole('alert').filter({ visible: true })).toContainText('Försök igen')
})

/** Saves the date with the portal's configuration form. */
async function requireFrom(page: Page, day: Date): Promise<void> {
  await page.goto('/config')
  await page.getByLabel('Administratörer behöver två steg från och med').fill(day.toISOString().slice(0, 10))
  // The bar with the button moves to the window's edge when the form has changes.
  await expect(page.getByText('Du har ändringar som inte är sparade.')).toBeVisible()
  await page.getByRole('button', { name: 'Spara', exact: true }).click()
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, '')) }).generate()

test.describe('required', () => {
  // The page that hands over the session is left before it is shown, so its view transition is aborted.
  test.use({ expectedErrors: ['POST /Authentication/app/confirm', 'Transition was aborted'] })

  test('from that day an administrator sets up an app, and signs in with a recovery code', async ({ page }) => {
    await signInByForm(page, 'superadmin')
    await requireFrom(page, inDays(40))
    await expect(page.getByText('Sparat', { exact: false }).first()).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Inloggning i två steg' })).toBeVisible()
    await inspected(page, 'second-factor-banner')
    await requireFrom(page, inDays(-1))
    await expect(page.getByText('Sparat', { exact: false }).first()).toBeVisible()

    await page.goto('/users')
    await expect(page).toHaveURL(/\/login\/secondfactor\?returnUrl=%2Fusers/)
    await expect(page.getByRole('heading', { name: 'Lägg till ett andra steg' })).toBeVisible()
    await inspected(page, 'set-up-factor')
    await page.getByRole('button', { name: 'Lägg till en autentiseringsapp' }).click()
    const dialog = page.getByRole('dialog', { name: 'Lägg till en autentiseringsapp' })
    await dialog.getByRole('button', { name: 'Visa QR-koden' }).click()
    await expect(dialog.getByRole('img', { name: 'QR-kod att läsa av med autentiseringsappen' })).toBeVisible()
    const secret = (await dialog.locator('code').textContent()) ?? ''
    await inspected(page, 'set-up-app')
    await dialog.getByLabel('Kod från appen').fill('000000')
    await dialog.getByRole('button', { name: 'Bekräfta' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Koden stämmer inte')
    await dialog.getByLabel('Kod från appen').fill(codeOf(secret))
    await dialog.getByRole('button', { name: 'Bekräfta' }).click()
    const codes = await recoveryCodes(page)
    await expect(page).toHaveURL(/\/users/)

    await signOut(page)
    await givePassword(page, 'superadmin')
    await page.getByLabel('Kod från appen').fill('000000')
    await page.getByRole('button', { name: 'Fortsätt' }).first().click()
    await expect(page.getByText('Koden stämmer inte', { exact: false }).first()).toBeVisible()
    await inspected(page, 'second-step-wrong')
    await page.getByText('Använd en reservkod').click()
    await page.getByLabel('Reservkod').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Fortsätt' }).last().click()
    await expect(page).toHaveURL('/')
    await page.goto('/profile/security')
    await expect(page.getByText('Du har 9 reservkoder kvar.')).toBeVisible()
  })
})
