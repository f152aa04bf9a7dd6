import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

/** Sets the federation's analytics keys and stubs the vendor; returns the requests made to it. */
async function configureStatistics(
  page: Page,
  keys: { googleAnalyticsKey: string | null; googleTagManagerId: string | null },
) {
  const trackerPaths: string[] = []
  await page.context().route(/googletagmanager|google-analytics/, (route) => {
    trackerPaths.push(new URL(route.request().url()).pathname)
    return route.fulfill({ contentType: 'text/javascript', body: 'window.vendorRan = true' })
  })
  await signIn(page, 'superadmin')
  const status = await page.evaluate(async (configuration) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' }
    const known: object = await (await fetch('/api/PortalConfiguration', { headers })).json()
    const body = JSON.stringify({ ...known, ...configuration })
    return (await fetch('/api/PortalConfiguration', { method: 'PUT', headers, body })).status
  }, keys)
  expect(status).toBe(200)
  return trackerPaths
}

const layer = (page: Page) => page.evaluate(() => window.dataLayer ?? null)
const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' })

test('without a key nothing is measured and the banner does not ask for it', async ({ page }) => {
  const trackerPaths = await configureStatistics(page, { googleAnalyticsKey: null, googleTagManagerId: null })
  await page.goto('/gdpr')
  await expect(banner(page)).toContainText('Vi använder bara cookies som behövs')
  await expect(banner(page).getByText('Prestandacookies')).toHaveCount(0)
  await banner(page).getByRole('button', { name: 'Acceptera cookies' }).click()
  await page.goto('/cookies')
  expect(await layer(page)).toBeNull()
  expect(trackerPaths).toEqual([])
})

test('an answer counts for the scripts that were offered, and a larger offer is asked about again @once', async ({
  page,
}) => {
  const trackerPaths = await configureStatistics(page, { googleAnalyticsKey: null, googleTagManagerId: null })
  await page.goto('/gdpr')
  await banner(page).getByRole('button', { name: 'Acceptera cookies' }).click()
  await expect(banner(page)).toHaveCount(0)
  await configureStatistics(page, { googleAnalyticsKey: 'G-PROV12345', googleTagManagerId: null })
  await page.goto('/gdpr')
  expect(await layer(page)).toBeNull()
  await banner(page).getByRole('button', { name: 'Acceptera cookies' }).click()
  await expect.poll(() => layer(page)).toContainEqual({ event: 'analytics_accepted' })
  await configureStatistics(page, { googleAnalyticsKey: 'G-PROV12345', googleTagManagerId: 'GTM-PROV123' })
  await page.goto('/gdpr')
  await expect(banner(page)).toBeVisible()
  expect(await layer(page)).toBeNull()
  expect(trackerPaths).not.toContain('/gtm.js')
})

test('nothing is loaded before consent; after it each page view is counted without its person', async ({ page }) => {
  const trackerPaths = await configureStatistics(page, {
    googleAnalyticsKey: 'G-PROV12345',
    googleTagManagerId: 'GTM-PROV123',
  })
  await page.goto('/gdpr')
  expect(await layer(page)).toBeNull()
  expect(trackerPaths).toEqual([])
  await banner(page).getByRole('button', { name: 'Acceptera cookies' }).click()
  await expect.poll(() => layer(page)).toContainEqual({ event: 'analytics_accepted' })
  expect(await layer(page)).toContainEqual({ event: 'page_view', page_path: '/gdpr' })
  await expect.poll(() => trackerPaths.toSorted()).toEqual(['/gtag/js', '/gtm.js'])
  await page.goto('/profile/7')
  await expect.poll(() => layer(page)).toContainEqual({ event: 'page_view', page_path: '/profile/{id}' })
  expect(await page.evaluate(() => 'vendorRan' in window)).toBe(true)
})

test('a reader who saves the choices with the toggle off is not measured, also after the next question', async ({
  page,
}) => {
  const trackerPaths = await configureStatistics(page, { googleAnalyticsKey: 'G-PROV12345', googleTagManagerId: null })
  await page.goto('/gdpr')
  await banner(page).getByText('Cookie-inställningar').click()
  await expect(banner(page).getByText('Alltid aktiva')).toBeVisible()
  await expect(banner(page).getByRole('button', { name: 'Tillåt alla' })).toBeVisible()
  await expect(banner(page).getByRole('switch')).not.toBeChecked()
  await banner(page).getByRole('button', { name: 'Spara mina val' }).click()
  await page.goto('/cookies')
  expect(await layer(page)).toBeNull()
  await page.getByRole('button', { name: 'Ändra mina cookie-inställningar' }).click()
  const names = (await page.context().cookies()).map(({ name }) => name)
  expect(names).toContain('analyticsOptOut')
  expect(names).not.toContain('cookieConsent')
  await banner(page).getByText('Cookie-inställningar').click()
  await banner(page).getByText('Prestandacookies').click()
  await banner(page).getByRole('button', { name: 'Spara mina val' }).click()
  await expect.poll(() => layer(page)).toContainEqual({ event: 'analytics_accepted' })
  expect((await page.context().cookies()).find(({ name }) => name === 'analyticsOptOut')?.value).toBe('false')
  await page.goto('/cookies')
  await page.getByRole('button', { name: 'Ändra mina cookie-inställningar' }).click()
  await banner(page).getByText('Cookie-inställningar').click()
  await expect(banner(page).getByRole('switch')).toBeChecked()
  // Once on the page where the choice was made, once on the next page.
  await expect.poll(() => trackerPaths).toEqual(['/gtag/js', '/gtag/js'])
})
