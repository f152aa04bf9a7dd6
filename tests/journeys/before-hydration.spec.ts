import type { Page } from '@playwright/test'
import { cast, password } from '#story/people.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { signIn } from './sign-in.ts'

/** Opens a page and holds its code back until the returned function is called. */
async function openUnhydrated(page: Page, path: string): Promise<() => void> {
  const wake = await holdRequests(page, '**/_astro/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  return wake
}

test('the texts of a page precede its islands, which can be hydrated while the page loads', {
  tag: '@once',
}, async ({ page }) => {
  await signIn(page, 'superadmin', '/favicon.svg')
  for (const path of ['/config?tab=features', '/users', '/calendar', '/education/1/manage']) {
    const html = await (await page.request.get(path)).text()
    const [texts, island] = [html.indexOf('id="texts"'), html.indexOf('<astro-island')]
    expect(texts, path).toBeGreaterThan(0)
    expect(island, path).toBeGreaterThan(texts)
  }
})

test('signing in does not wait for JavaScript', { tag: '@once' }, async ({ page }) => {
  const wake = await openUnhydrated(page, '/login')
  await page.getByRole('textbox', { name: 'Användarnamn' }).fill(cast.learner.userName)
  await page.getByRole('textbox', { name: 'Lösenord' }).fill(password)
  await page.getByRole('button', { name: 'Logga in' }).click()
  await expect(page).not.toHaveURL(/login/)
  wake()
})

test('new notices are marked as read without any script @once', async ({ page }) => {
  await signIn(page, 'learner', '/favicon.svg')
  const wake = await openUnhydrated(page, '/')
  const notices = page.getByRole('region', { name: 'Nytt för dig' })
  await notices.getByRole('button', { name: 'Markera som lästa' }).click()
  await expect(notices).toHaveCount(0)
  wake()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('input before hydration is saved once, unchanged', {
  tag: '@once',
}, async ({ page }) => {
  await signIn(page, 'superadmin', '/favicon.svg')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postData() ?? ''))
  const wake = await openUnhydrated(page, '/education/1/manage')
  const name = page.getByRole('textbox', { name: 'Namn' })
  await name.fill('Skrivet tidigt')
  await page.getByRole('combobox', { name: 'Moms' }).selectOption({ label: '25 %' })
  const blocked = page.getByRole('checkbox', { name: /externa/i })
  const was = await blocked.isChecked()
  await page
    .getByText(/externa/i)
    .first()
    .click()
  await name.press('Home')
  const save = page.getByRole('button', { name: 'Spara', exact: true }).first()
  await save.click()
  await save.click()
  await expect(save).toHaveAttribute('aria-busy', 'true')
  wake()
  await expect.poll(() => sent.length).toBe(1)
  await expect(save).not.toHaveAttribute('aria-busy', 'true')
  await expect(save).toBeFocused()
  await page.reload()
  await expect(name).toHaveValue('Skrivet tidigt')
  await expect(page.getByRole('combobox', { name: 'Moms' })).toHaveValue('25')
  await expect(blocked).toBeChecked({ checked: !was })
  expect(sent).toHaveLength(1)
})

for (const path of ['/users', '/myeducations?view=occasions&startDate=&size=25'])
  test(`a selection before hydration persists on the next page of ${path}`, { tag: '@once' }, async ({ page }) => {
    await signIn(page, 'superadmin', '/favicon.svg')
    const boxes = page.getByRole('checkbox', { name: /^Markera (?!alla)/ })
    const bar = page.getByRole('group', { name: 'Åtgärder för markerade' })
    const wake = await openUnhydrated(page, path)
    await boxes.first().check()
    await page.getByRole('link', { name: 'Nästa' }).click()
    wake()
    await expect(page).toHaveURL(/page=2/)
    await expect(bar.getByText('1 vald')).toBeVisible()
    // The people of the list are chosen until the page is left, the occasions until the tab is closed.
    if (path === '/users') return

    await page.unroute('**/_astro/*.js')
    const wakeNext = await openUnhydrated(page, page.url())
    await boxes.first().check()
    wakeNext()
    await expect(bar.getByText('2 valda')).toBeVisible()
  })

test('a list that is not hydrated retains the search text, and searches for what is being typed', {
  tag: '@once',
}, async ({ page }) => {
  await signIn(page, 'superadmin', '/favicon.svg')
  const wake = await openUnhydrated(page, '/users')
  await page.getByRole('combobox', { name: 'Visa', exact: true }).selectOption('member')
  await page.getByRole('searchbox', { name: 'Sök person' }).fill('helena str')
  const club = page.getByRole('combobox', { name: 'Förening' })
  await club.pressSequentially('Bredåsen')
  wake()
  await expect(page.getByRole('option', { name: 'Bredåsen Motorklubb' })).toBeVisible()
  await expect(club).toHaveValue('Bredåsen')
  await expect(page).toHaveURL(/text=helena\+str/)
  await expect(page).toHaveURL(/kind=member/)
})

test('the last of several presses before hydration is replayed once, and not on another page', {
  tag: '@once',
}, async ({ page }) => {
  await signIn(page, 'superadmin', '/favicon.svg')
  const wake = await openUnhydrated(page, '/config?tab=accounts')
  await page.getByRole('button', { name: 'Nytt integrationskonto' }).dblclick()
  wake()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page.getByRole('dialog').getByLabel('Systemets namn')).toBeVisible()

  await page.unroute('**/_astro/*.js')
  const wakeNone = await openUnhydrated(page, '/config?tab=accounts')
  await page.getByRole('button', { name: 'Nytt integrationskonto' }).click()
  await page.getByRole('link', { name: 'GDPR-kontakt' }).click()
  await expect(page).toHaveURL(/tab=gdpr/)
  wakeNone()
  await page.getByLabel('Telefon').fill('+46 8 555 12 12')
  await expect(page.getByText('Du har ändringar som inte är sparade.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the parts of the kit replay the interactions made before hydration', { tag: '@once' }, async ({ page }) => {
  const wake = await openUnhydrated(page, '/dev/kit')
  await page.getByLabel('Kurspaket').setInputFiles({
    name: 'kurs.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from('PK'),
  })
  await page.getByRole('textbox', { name: 'Kursdag' }).fill('2026-06-01')
  await page.getByLabel('Meddelande').fill('Skrivet tidigt')
  await page.getByRole('button', { name: 'Fler åtgärder' }).click()
  wake()
  await expect(page.getByRole('menuitem', { name: 'Skriv ut' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('kurs.zip', { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Kursdag' })).toHaveValue('2026-06-01')
  await expect(page.getByLabel('Meddelande')).toHaveValue('Skrivet tidigt')
})

test('an end that follows a start typed before hydration is replaced by what is typed in it', async ({ page }) => {
  await signIn(page, 'educator', '/favicon.svg')
  const wake = await openUnhydrated(page, '/education/manageOccasion/new?educationPartId=1')
  const end = page.getByRole('textbox', { name: 'Slutar', exact: true })
  await page.getByRole('textbox', { name: 'Börjar', exact: true }).fill('2027-05-08 09:00')
  await end.focus()
  wake()
  await expect(end).toHaveValue('2027-05-08 09:00')
  await page.keyboard.insertText('2027-05-08 16:00')
  await page.keyboard.press('Tab')
  await expect(end).toHaveValue('2027-05-08 16:00')
  await expect(page.getByRole('textbox', { name: 'Börjar', exact: true })).toHaveValue('2027-05-08 09:00')
})

test('one press on the day of a filter opens its calendar, also before hydration', async ({ page }) => {
  await signIn(page, 'superadmin', '/favicon.svg')
  const wake = await openUnhydrated(page, '/statements')
  const from = page.getByRole('textbox', { name: 'Från och med' })
  await from.click()
  wake()
  await page.getByRole('gridcell', { name: /15/ }).first().click()
  await expect(from).toHaveValue(/^\d{4}-\d{2}-15$/)
  await page.getByRole('button', { name: 'Visa', exact: true }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-15/)
})

test('a press that began before hydration and ended after it is one press @keyboard', async ({ page }) => {
  await signIn(page, 'superadmin', '/favicon.svg')
  const wake = await openUnhydrated(page, '/users')
  const button = page.getByRole('button', { name: 'Exportera' })
  await button.hover()
  await page.mouse.down()
  wake()
  await expect(page.locator('astro-island[ssr]').filter({ has: button })).toHaveCount(0)
  await page.mouse.up()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
})

test('hydration leaves the focus where the person is typing', async ({ page }) => {
  await signIn(page, 'superadmin', '/inlamningsuppgifter?unassigned=1')
  await page.getByRole('list', { name: 'Inlämningar' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/submission=\d+/)
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toBeFocused()
  const { pathname, search } = new URL(page.url())
  const wake = await openUnhydrated(page, pathname + search)
  const comment = page.getByRole('textbox', { name: 'Kommentar till deltagaren' })
  await comment.fill('Se över rubrikerna.')
  const begun = await page.evaluate(() => scrollY)
  wake()
  await expect(page.getByRole('button', { name: 'Skicka bara kommentaren' })).toBeVisible()
  await expect(comment).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(begun)
})

test('a reader who is typing a search is not asked for favourite branches @once', async ({ page }) => {
  await signIn(page, 'external', '/favicon.svg')
  const wake = await openUnhydrated(page, '/educations')
  const name = page.locator('#field-text')
  await name.fill('fla')
  wake()
  await page.waitForLoadState('networkidle')
  await page.keyboard.type('gg')
  await expect(name).toHaveValue('flagg')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe('submitted before hydration', () => {
  test.use({ expectedErrors: ['400'] })
  test('the error of a submitted form does not move the focus of a person who is correcting it', {
    tag: '@once',
  }, async ({ page }) => {
    await signIn(page, 'learner', '/favicon.svg')
    const wake = await openUnhydrated(page, '/changepassword')
    const current = page.getByRole('textbox', { name: 'Nuvarande lösenord' })
    await current.fill('inte-det-rätta')
    await page.getByRole('textbox', { name: 'Nytt lösenord', exact: true }).fill('Nagot-annat-2027')
    await page.getByRole('textbox', { name: 'Skriv det nya lösenordet igen' }).fill('Nagot-annat-2027')
    await page.getByRole('button', { name: 'Byt lösenord', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await current.fill('Utbild')
    wake()
    await page.waitForLoadState('networkidle')
    await expect(current).toBeFocused()
  })
})

test('letters typed while the island is hydrated are added to those before', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'educator', '/favicon.svg')
  const wake = await openUnhydrated(page, '/myeducations?view=occasions')
  await page.getByRole('combobox', { name: 'Ort' }).selectOption('Jönköping')
  const education = page.getByRole('combobox', { name: 'Utbildning' })
  await education.pressSequentially('Funktion')
  // The list opens when its field is focused again after hydration, before the replay of the first field has ended.
  await education.evaluate((field) =>
    field.addEventListener(
      'focusin',
      () => setTimeout(() => field.ownerDocument.execCommand('insertText', false, 'är')),
      { once: true },
    ),
  )
  wake()
  await expect(page.getByRole('option', { name: /Startfunktionär dragracing/ })).toBeVisible()
  await expect(education).toHaveValue('Funktionär')
})

test('a list pressed before hydration opens inside its panel, with names for screen readers', {
  tag: '@once',
}, async ({ page }) => {
  await signIn(page, 'superadmin', '/favicon.svg')
  const wake = await openUnhydrated(page, '/licenses?tab=holders')
  await page.getByRole('button', { name: 'Fler filter' }).click()
  const panel = page.getByRole('region', { name: 'Fler filter' })
  await panel.getByRole('combobox', { name: 'Förening' }).click()
  wake()
  await panel.getByRole('option', { name: 'Bredåsen Motorklubb' }).click()
  await expect(panel.getByRole('combobox', { name: 'Förening' })).toHaveValue('Bredåsen Motorklubb')
})
