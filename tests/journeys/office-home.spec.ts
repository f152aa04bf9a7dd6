import { expect, test } from './fixtures.ts'
import { inspected } from './inspect.ts'
import { signIn } from './sign-in.ts'

test('a person with a role starts with pending work, and continues to each list', async ({ page }) => {
  await signIn(page, 'superadmin')
  const queues = page.getByRole('region', { name: 'Väntar på dig' })
  await expect(queues.getByRole('link', { name: 'Anmälningar att godkänna' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'De närmaste sju dagarna' })).toBeVisible()
  await inspected(page, 'office-home')
  await queues.getByRole('link', { name: 'Rader att fakturera' }).click()
  await expect(page).toHaveURL('/invoices')
})

test('the person’s own learning is a tab, and the last choice is stored', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'educator')
  const tabs = page.getByRole('navigation', { name: 'Startsidans delar' })
  await expect(tabs.getByRole('link', { name: 'Att göra' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Min utbildning' }).click()
  await expect(page).toHaveURL('/?tab=learning')
  await expect(page.getByRole('region', { name: 'Väntar på dig' })).toHaveCount(0)
  await page.goto('/')
  await expect(tabs.getByRole('link', { name: 'Min utbildning' })).toHaveAttribute('aria-current', 'page')
})

test('the pages opened last are listed', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'educator', '/education/1/manage')
  await page.goto('/')
  await page.getByRole('region', { name: 'Öppnat senast' }).getByRole('link', { name: 'Funktionär grund' }).click()
  await expect(page).toHaveURL('/education/1/manage')
})

test('a learner has no such tab', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'learner')
  await page.goto('/?tab=work')
  await expect(page.getByRole('navigation', { name: 'Startsidans delar' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Väntar på dig' })).toHaveCount(0)
})

test('a club administrator sees what the members are booked on', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'orgadmin')
  await expect(page.getByRole('heading', { name: 'De närmaste sju dagarna' })).toBeVisible()
  await inspected(page, 'office-home-club')
})

test('sign-ups to several occasions are approved in three presses, and each press can be undone', async ({ page }) => {
  await signIn(page, 'superadmin', '/myeducations?view=approvals')
  const rows = page.locator('#approvals[data-held] li:visible')
  const boxes = page.getByRole('checkbox', { name: /^Välj (?!alla)/ })
  await expect(rows).not.toHaveCount(0)
  const count = await rows.count()
  expect(count).toBeGreaterThan(3)
  await inspected(page, 'approvals')
  await page
    .getByRole('button', { name: /^Avböj: / })
    .first()
    .click()
  await expect(page.getByText(/^Anmälan avböjd: /)).toBeVisible()
  await expect(rows).toHaveCount(count - 1)
  await page.getByRole('button', { name: 'Ångra' }).click()
  await expect(rows).toHaveCount(count)
  await boxes.first().check()
  await boxes.nth(1).check()
  const isApproved = page.waitForResponse('**/api/EducationPartOccasions/results', { timeout: 30_000 })
  await page.getByRole('button', { name: 'Godkänn valda' }).click()
  await expect(page.getByText('2 anmälningar godkända')).toBeVisible()
  await expect(rows).toHaveCount(count - 2)
  expect((await isApproved).status()).toBe(200)
  await expect(page.getByText('2 anmälningar godkända')).toHaveCount(0)
  await expect(rows).toHaveCount(count - 2)
  await page.reload()
  await expect(rows).toHaveCount(count - 2)
  await page.getByRole('checkbox', { name: 'Välj alla på sidan' }).check()
  await page.getByRole('button', { name: 'Godkänn valda' }).click()
  await expect(page.getByText(/anmälningar godkända$|^Anmälan godkänd: /)).toBeVisible()
  await expect(rows).toHaveCount(0)
})

test('without a script, declining asks first', { tag: '@once' }, async ({ browser, page, baseURL }) => {
  await signIn(page, 'superadmin')
  const storageState = await page.context().storageState()
  const context = await browser.newContext({ javaScriptEnabled: false, storageState })
  const plain = await context.newPage()
  await plain.goto(`${baseURL}/myeducations?view=approvals`)
  await plain
    .getByRole('button', { name: /^Avböj: / })
    .first()
    .click()
  await expect(plain.getByText('Vill du avböja 1 anmälan?')).toBeVisible()
  await plain.getByRole('button', { name: 'Ja, avböj' }).click()
  await expect(plain.getByText('1 anmälan är avböjd.')).toBeVisible()
  await context.close()
})

test('the queues and the lists behind them are walked with keys', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'superadmin')
  const queues = page.getByRole('region', { name: 'Väntar på dig' }).getByRole('listitem')
  await expect(queues).not.toHaveCount(0)
  await page.keyboard.press('j')
  await expect(queues.first().getByRole('link')).toBeFocused()
  await page.keyboard.press('j')
  await expect(queues.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL('/')

  await page.goto('/myeducations?view=approvals')
  const rows = page.locator('#approvals[data-held] li')
  await expect(rows).not.toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(rows.first().getByRole('checkbox')).toBeChecked()

  await page.goto('/myeducations?view=missing')
  const missing = page.getByRole('region', { name: 'Resultat saknas' }).getByRole('listitem')
  await expect(missing).not.toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/education\/manageOccasion\/\d+/)
  const people = page.getByRole('list', { name: 'Deltagare' }).getByRole('listitem')
  await expect(people).not.toHaveCount(0)
  await page.keyboard.press('j')
  await expect(people.first().getByRole('link').first()).toBeFocused()
  await page.keyboard.press('x')
  await expect(people.first().getByRole('checkbox')).toBeChecked()
})

test('missing results are a list of occasions', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'superadmin', '/myeducations?view=missing')
  await expect(page.getByText(/resultat saknas/).first()).toBeVisible()
  await inspected(page, 'missing-results')
})

test('table headings stay visible below the header', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'superadmin', '/users')
  await page.setViewportSize({ width: 1440, height: 900 })
  const rows = page.getByRole('main').locator('tbody tr')
  await expect(rows.nth(20)).toBeAttached()
  await page.evaluate(() => scrollTo(0, 1200))
  const head = page.getByRole('columnheader', { name: 'Namn' })
  const bottomOfHeader = () =>
    page.evaluate(() => document.querySelector('#header > *')?.getBoundingClientRect().bottom ?? 0)
  await expect(async () => {
    const box = await head.boundingBox()
    expect(Math.abs((box?.y ?? 0) - (await bottomOfHeader()))).toBeLessThanOrEqual(2)
  }).toPass()
  const tops = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect()).filter(({ top, bottom }) => top > 80 && bottom < 836),
  )
  expect(tops.length).toBeGreaterThanOrEqual(14)
})
