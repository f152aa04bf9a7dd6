import type { Page } from '@playwright/test'
import { disturbance, news } from '#story/configuration.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible, inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Axe and screenshots run in both themes, which takes time on a busy machine.
const accept = (page: Page) => page.getByRole('button', { name: 'Acceptera cookies' }).click()

/** Makes a call as the person signed in to the page. */
const callAs = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([how, where, what]) => {
      const response = await fetch(`/api${where}`, {
        method: how,
        headers: { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' },
        ...(what ? { body: what } : {}),
      })
      return response.status === 204 ? null : response.json()
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)] as const,
  )

test('the page about personal data names who is responsible, whom to ask and whom to complain to', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/gdpr')
  await expect(page).toHaveTitle(/^Personuppgifter & GDPR/)
  await accept(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Personuppgifter & GDPR')
  const main = page.getByRole('main')
  for (const words of [
    'idrottens gemensamma IT-system',
    'Vad vi använder',
    'Rättslig grund',
    'Hur länge',
    '802400-0005',
  ])
    await expect(main).toContainText(words)
  await expect(main).toContainText('Förbundets administratörer och den utbildare som ansvarar')
  await expect(page.getByRole('link', { name: 'dataskydd@nordiskbilsport.example' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'imy@imy.se' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Meny' })).toBeHidden()
  await inspected(page, 'gdpr')
  expect(scripts.filter((url) => /react|client|island/i.test(url))).toEqual([])
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('consent is given by a form, and withdrawn on the cookie page', async ({ page }) => {
    await page.goto('/cookies')
    const banner = page.getByRole('region', { name: 'Cookies' })
    await expect(banner).toBeVisible()
    await accept(page)
    await expect(page).toHaveURL(/\/cookies$/)
    await expect(banner).toBeHidden()
    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name === 'cookieConsent')).toMatchObject({ value: 'true', path: '/' })
    await page.getByRole('button', { name: 'Ändra mina cookie-inställningar' }).click()
    await expect(banner).toBeVisible()
    expect((await page.context().cookies()).some(({ name }) => name === 'cookieConsent')).toBe(false)
  })
})

test('the cookie page shows the federation’s own text', async ({ page }) => {
  await page.goto('/cookies')
  await accept(page)
  await expect(page.getByRole('main')).toContainText('Portalen sparar det som behövs')
  await inspected(page, 'cookies')
})

test('a disturbance is shown on the login page too, and disappears while the page is open', { tag: '@once' }, async ({
  page,
  context,
}) => {
  await page.clock.install()
  await page.goto('/login')
  const banner = page.getByRole('region', { name: 'Driftinformation' })
  await expect(banner).toContainText(disturbance)
  const office = await context.newPage()
  await signIn(office, 'superadmin')
  const [message] = (await callAs(office, 'GET', '/DisturbanceMessage')) as { id: number; content: string }[]
  await callAs(office, 'DELETE', `/DisturbanceMessage/${message?.id}`)
  await page.clock.runFor(61_000)
  await expect(banner).toBeHidden()
  await callAs(office, 'POST', '/DisturbanceMessage', { content: disturbance })
  await page.clock.runFor(61_000)
  await expect(banner).toContainText(disturbance)
})

/** Returns the next step at the top of the page; goals have next steps of their own. */
const nextStep = (page: Page) => page.locator('[aria-labelledby="next-step"]').getByText('Nästa steg')

test('the start page shows a learner the next step, started educations and bookings', async ({ page }) => {
  await signIn(page, 'learner')
  await accept(page)
  await expect(nextStep(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Påbörjade utbildningar' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Bokade tillfällen' }).getByRole('listitem')).not.toHaveCount(0)
  const events = page.getByRole('region', { name: 'Senaste händelser' })
  await expect(events).toContainText(news[0])
  await expect(events.locator('li:visible')).toHaveCount(3)
  await events.getByText(/^Visa alla/).click()
  await expect(events.locator('li:visible')).toHaveCount(news.length)
  await events.getByText(/^Visa alla/).click()
  await expect(page.getByRole('navigation', { name: 'Snabbval' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Administration' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Ny händelse' })).toHaveCount(0)
  await inspected(page, 'dashboard-learner')
})

test('notices are marked as read on the start page', async ({ page }) => {
  await signIn(page, 'learner')
  await accept(page)
  const notices = page.getByRole('region', { name: 'Nytt för dig' })
  await notices.getByRole('button', { name: 'Markera som lästa' }).click()
  await expect(notices).toBeHidden()
  await page.reload()
  await expect(nextStep(page)).toBeVisible()
  await expect(notices).toHaveCount(0)
})

test('an educator writes, changes and removes an event', async ({ page }) => {
  await signIn(page, 'educator')
  await accept(page)
  const events = page.getByRole('region', { name: 'Senaste händelser' })
  await events.getByRole('button', { name: 'Ny händelse' }).click()
  const text = events.getByRole('textbox', { name: 'Ny händelse' })
  await text.fill('Ny bana i Mora 🏁')
  await expect(events.getByText('16 av 140 tecken')).toBeVisible()
  await text.fill('å'.repeat(141))
  await events.getByRole('button', { name: 'Spara' }).click()
  await expect(events.getByText('Korta texten till högst 140 tecken.')).toBeVisible()
  await text.fill('Ny bana i Mora 🏁')
  await events.getByRole('button', { name: 'Spara' }).click()
  await expect(events.getByRole('listitem').first()).toContainText('Ny bana i Mora 🏁')
  await inspected(page, 'dashboard-educator')

  await events.getByRole('button', { name: 'Ändra: Ny bana i Mora 🏁' }).click()
  await events.getByRole('textbox', { name: 'Ändra händelsen' }).fill('Ny bana i Orsa')
  await page.keyboard.press('Escape')
  await expect(events.getByRole('listitem').first()).toContainText('Mora')
  await events.getByRole('button', { name: 'Ändra: Ny bana i Mora 🏁' }).click()
  await events.getByRole('textbox', { name: 'Ändra händelsen' }).fill('Ny bana i Orsa')
  await events.getByRole('button', { name: 'Spara' }).click()
  // The buttons come back with the server's answer; until then the text is shown ahead of it.
  await expect(events.getByRole('button', { name: 'Ändra: Ny bana i Orsa' })).toBeVisible()
  await page.reload()
  await expect(events.getByRole('listitem').first()).toContainText('Ny bana i Orsa')

  await events.getByRole('button', { name: 'Ta bort: Ny bana i Orsa' }).click()
  const question = page.getByRole('dialog', { name: 'Är du säker på att du vill ta bort händelsen?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Avbryt' }).click()
  await expect(events.getByRole('listitem').first()).toContainText('Ny bana i Orsa')
  await events.getByRole('button', { name: 'Ta bort: Ny bana i Orsa' }).click()
  await question.getByRole('button', { name: 'Ta bort' }).click()
  await expect(events.getByText('Ny bana i Orsa')).toBeHidden()
  await page.reload()
  await expect(events.getByRole('listitem').first()).toContainText(news[0])
})

test.describe('when the portal does not respond', () => {
  test.use({ expectedErrors: ['POST /Events', 'GET /user', 'GET /Notices', 'GET /Events'] })

  test('a refused event leaves the text with the reason', { tag: '@once' }, async ({ page }) => {
    await signIn(page, 'educator')
    await accept(page)
    await page.route('**/api/Events', (route) =>
      route.fulfill({ status: 502, json: { code: 'upstream_unavailable', message: 'Tjänsten svarar inte just nu.' } }),
    )
    const events = page.getByRole('region', { name: 'Senaste händelser' })
    await events.getByRole('button', { name: 'Ny händelse' }).click()
    await events.getByRole('textbox', { name: 'Ny händelse' }).fill('Viktigt besked')
    await events.getByRole('button', { name: 'Spara' }).click()
    await expect(events.getByText('Tjänsten svarar inte just nu.')).toBeVisible()
    await expect(events.getByRole('textbox', { name: 'Ny händelse' })).toHaveValue('Viktigt besked')
    await expect(events.getByRole('listitem').first()).toContainText(news[0])
  })

  test('a popup of the bottom bar shows why it is empty', async ({ page }) => {
    await signIn(page, 'learner')
    await accept(page)
    await page.route('**/api/user/*/StartedEducations', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'Något gick fel hos oss.' } }),
    )
    await page.goto('/gdpr')
    await page.getByRole('button', { name: /Påbörjade utbildningar/ }).click()
    await expect(page.getByText('Ett fel uppstod: Något gick fel hos oss.')).toBeVisible()
  })
})

test('the bottom bar opens notices and started educations', async ({ page }) => {
  await signIn(page, 'learner')
  await accept(page)
  await page.goto('/gdpr')
  const bar = page.getByRole('navigation', { name: 'Snabbval' })
  await expect(bar.getByText('Sara Lindgren')).toBeVisible()
  await bar.getByRole('button', { name: /Händelser och notiser/ }).click()
  await expect(page.getByText(news[0])).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'bar-events')
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: /Påbörjade utbildningar/ }).click()
  const started = page.locator('#bar-started')
  await expect(started.getByRole('link').first()).toHaveAttribute('href', /^\/education\/\d+/)
  await expectAccessible(page)
  await shoot(page, 'bar-started')
})

test('an educator writes news in the bell’s popup, which stays open during the confirmation', async ({ page }) => {
  await signIn(page, 'educator')
  await accept(page)
  await page.goto('/cookies')
  await page.getByRole('button', { name: /Händelser och notiser/ }).click()
  const popup = page.locator('#bar-events')
  const written = () => popup.getByRole('textbox', { name: 'Ny händelse' })
  await popup.getByRole('button', { name: 'Ny händelse' }).click()
  await written().fill('Från klockan')
  await page.keyboard.press('Escape')
  await expect(written()).toHaveCount(0)
  await popup.getByRole('button', { name: 'Ny händelse' }).click()
  await written().fill('Från klockan, se https://orsa.test/bana.')
  await popup.getByRole('button', { name: 'Spara' }).click()
  await expect(popup.getByRole('link', { name: 'orsa.test/bana' })).toHaveAttribute('href', 'https://orsa.test/bana')
  await popup.getByRole('button', { name: /Ta bort: Från klockan/ }).click()
  const question = page.getByRole('dialog', { name: 'Är du säker på att du vill ta bort händelsen?' })
  await question.getByRole('button', { name: 'Ta bort' }).click()
  await expect(popup.getByText('Från klockan')).toHaveCount(0)
  await expect(popup.getByText(news[0])).toBeVisible()
})

test('the office’s start page and menu contain what each role may open', async ({ page }) => {
  await signIn(page, 'superadmin')
  await accept(page)
  await inspected(page, 'dashboard-superadmin')
  await page.getByRole('button', { name: 'Meny' }).click()
  const menu = page.getByRole('dialog', { name: 'Huvudmeny' })
  await expect(menu.getByRole('link', { name: 'Skriv ut CV' })).toBeVisible()
  await expect(menu.getByRole('link', { name: /Förbundets webbplats/ })).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(menu).toContainText('Här hittar du förbundets utbildningar')
})

test('the start page in English', async ({ page }) => {
  await signIn(page, 'junior')
  await accept(page)
  await page.getByRole('button', { name: 'English' }).last().click()
  await expect(page.getByText('Next step')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await inspected(page, 'dashboard-junior-en')
})
