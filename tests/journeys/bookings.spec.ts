import type { Browser, Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

// Several screens, inspected in both themes, and a payment in between.
test.describe.configure({ timeout: 240_000 })

const link = 'https://moten.example.se/banpreparering'
const description = '<p>Ta med hjälm, overall och matsäck.</p>'
const address = 'Depåvägen 26'

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token') ?? '')

interface Occasion {
  id: number
  startDate: string
}

/** The office fills in what those who are booked must know. */
async function fillIn(browser: Browser, origin: string, educationId: string): Promise<Occasion[]> {
  const context = await browser.newContext({ baseURL: origin })
  const office = await context.newPage()
  await signIn(office, 'superadmin')
  const headers = { authorization: `Bearer ${await tokenOf(office)}` }
  const view = await (await office.request.get(`/api/Educations/${educationId}/view`, { headers })).json()
  const occasions: Occasion[] = view.occasions
  for (const { id } of occasions) {
    const managed = await (await office.request.get(`/api/EducationPartOccasions/${id}/managed`, { headers })).json()
    const data = { ...managed, onlineUrl: link, description, address }
    const answer = await office.request.put('/api/EducationPartOccasions', { headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await context.close()
  return occasions
}

/** Unfolds a booking of a list: it has the facts that the education page shows. */
async function unfoldFacts(row: Locator): Promise<void> {
  await row.getByText(/^Allt om bokningen/).click()
  await expect(row.getByText('Ta med hjälm, overall och matsäck.')).toBeVisible()
  await expect(row.getByRole('link', { name: 'Visa kvitto' })).toBeVisible()
}

async function openEducation(page: Page): Promise<string> {
  await page.goto('/educations?text=Banpreparering')
  const found = page.getByRole('main').getByRole('link', { name: 'Banpreparering', exact: true }).first()
  const href = (await found.getAttribute('href')) ?? '/404'
  await page.goto(href)
  return href.replace('/education/', '')
}

test('a seat is reserved and paid: each screen shows where, when, with whom and until when', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, 'learner')
  const educationId = await openEducation(page)
  await page.getByRole('button', { name: 'Acceptera cookies' }).click()
  await fillIn(browser, portal.origin, educationId)
  await page.getByRole('button', { name: 'Anmäl dig' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Anmälan till/ })
  await dialog.getByRole('radio', { name: /^Kort/ }).check()
  await dialog.getByRole('checkbox', { name: /Jag godkänner/ }).check()
  await expect(dialog).toContainText(/Du kan avanmäla dig till och med .* Då får du tillbaka hela avgiften\./)
  await expect(dialog).toContainText('den som uteblir får inget tillbaka')
  await inspected(page, 'booking-terms')
  await dialog.getByRole('radio', { name: /^Faktura/ }).check()
  await expect(dialog).toContainText('Då betalar föreningen ingen avgift.')
  await dialog.getByRole('radio', { name: /^Kort/ }).check()
  await dialog.getByRole('button', { name: 'Gå till betalning', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Betala med kort' })).toBeVisible()
  const payment = new URL(page.url()).pathname

  await page.goto('/')
  const reserved = page.getByRole('region', { name: 'Inte betald' })
  await expect(reserved).toContainText('minuter kvar')
  await expect(reserved.getByRole('link', { name: /^Betala/ })).toHaveAttribute('href', payment)
  await inspected(page, 'reservation-dashboard')
  await page.goto('/calendar?view=list')
  await expect(reserved.getByRole('link', { name: /^Betala/ })).toHaveAttribute('href', payment)
  await page.goto(`/education/${educationId}`)
  await expect(reserved.getByRole('link', { name: /^Betala/ })).toHaveAttribute('href', payment)
  await inspected(page, 'reservation-education')

  await page.getByRole('button', { name: 'Anmäl dig' }).nth(1).click()
  await expect(dialog.getByText(/^Du har en plats reserverad .* i Falkenberg/)).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^Fortsätt betala för .* i Falkenberg$/ })).toHaveAttribute(
    'href',
    payment,
  )
  await dialog.getByRole('button', { name: 'Stäng' }).last().click()

  await reserved.getByRole('link', { name: /^Betala/ }).click()
  const frame = page.frameLocator('iframe[title="Kortbetalning"]')
  await frame.getByRole('button', { name: 'Betala', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tack, betalningen är klar' })).toBeVisible({
    timeout: 60_000,
  })

  await page.goto(`/education/${educationId}`)
  const card = page.getByRole('region', { name: 'Din bokning' })
  await expect(card.getByText('Anmäld', { exact: true })).toBeVisible()
  await expect(card).toContainText(address)
  await expect(card).toContainText('Ta med hjälm, overall och matsäck.')
  await expect(card).toContainText(/Vid avanmälan senast .*/)
  await expect(card.getByRole('link', { name: /^Visa på karta/ })).toHaveAttribute(
    'href',
    /openstreetmap\.org\/search\?query=/,
  )
  await expect(card.getByRole('link', { name: /^Anslut till mötet/ })).toHaveAttribute('href', link)
  await expect(card.getByRole('link', { name: 'Visa kvitto' })).toHaveAttribute(
    'href',
    payment.replace('betalning/', 'betalning/kvitto/'),
  )
  await expect(card.getByRole('link', { name: 'Lägg till i min kalender' })).toHaveAttribute('href', /\.ics$/)
  await inspected(page, 'booking-education')

  await page.goto('/')
  const booked = page.getByRole('listitem').filter({ hasText: address })
  await expect(booked.getByText('Anmäld', { exact: true })).toBeVisible()
  await expect(booked.getByRole('link', { name: /^Möteslänk/ })).toHaveAttribute('href', link)
  await expect(booked.getByRole('link', { name: /^Visa på karta/ }).first()).toHaveAttribute('href', /openstreetmap/)
  await expect(booked.first()).toContainText(/Vid avanmälan senast .* betalas/)
  await unfoldFacts(booked.first())
  await inspected(page, 'booking-dashboard')
  await page.goto('/profile?tab=bookings')
  const onProfile = page.getByRole('listitem').filter({ hasText: address }).first()
  await expect(onProfile).toContainText('Anmäld')
  await expect(onProfile).toContainText(/Vid avanmälan senast .* betalas/)
  await unfoldFacts(onProfile)
  await inspected(page, 'booking-profile')
  await page.goto('/calendar?view=list&own=1')
  const inCalendar = page.getByRole('listitem').filter({ hasText: address }).first()
  await expect(inCalendar).toContainText('Möteslänk')
  await unfoldFacts(inCalendar)
  await inspected(page, 'booking-calendar')

  await page.goto(`/education/${educationId}`)
  await card.getByRole('button', { name: 'Avanmäl' }).click()
  const confirm = page.getByRole('dialog', { name: /^Avanmäla dig från/ })
  await expect(confirm).toContainText(/Du kan avanmäla dig till och med .* betalas/)
  await inspected(page, 'booking-cancel')
  await confirm.getByRole('button', { name: 'Behåll platsen' }).click()
  await expect(confirm).toHaveCount(0)
  await card.getByRole('button', { name: 'Byt datum' }).click()
  const move = page.getByRole('dialog', { name: /^Byta datum för/ })
  await expect(move).toContainText(/Avgiften på .* följer med\. Du betalar inget mer/)
  await expect(move.getByText(/^Kan avanmälas till och med/).first()).toBeVisible()
  await inspected(page, 'booking-move')
  await move.getByRole('button', { name: 'Inte nu' }).click()
  await expect(card).toBeVisible()
})
