import type { Browser, Page } from '@playwright/test'
import type { CastName } from '#story/people.ts'
import { createPdf } from '../../tools/seed/submission-files.ts'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './hold-requests.ts'
import { expectAccessible, inspected, shoot } from './inspect.ts'
import { signIn } from './sign-in.ts'

const education = '/education/6'
const desk = '/inlamningsuppgifter'

/** Signs another person in, in a browser context of their own. */
async function openWindowFor(browser: Browser, baseURL: string | undefined, name: CastName): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'sv-SE' })
  const page = await context.newPage()
  await signIn(page, name)
  await page.getByRole('button', { name: 'Acceptera cookies' }).click()
  return page
}

const document = (name: string, text: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(createPdf(name, [text])),
})

/** Chooses a file by pressing the field, which may not be hydrated yet. */
async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooserEvent = page.waitForEvent('filechooser')
  await page.getByText('Klicka för att välja en fil').click()
  await (await chooserEvent).setFiles(file)
}

async function handIn(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  await choose(page, file)
  await page.getByRole('button', { name: 'Lämna in' }).click()
}

/** Opens Helena's submission in the review queue and expects its file in a frame of the content origin. */
async function openHelenasSubmission(page: Page, fileName: string) {
  await page.goto(`${desk}?text=Helena+Ström`)
  const shown = page.waitForResponse((response) => response.url().includes(encodeURIComponent(fileName)))
  await page.getByRole('link', { name: /^Helena Ström/ }).click()
  const response = await shown
  expect(response.status()).toBe(200)
  expect(new URL(response.url()).host).toMatch(/^submission-\w+\.content\./)
  await expect(page.getByRole('heading', { name: 'Helena Ström' })).toBeFocused()
}

/** Waits for the server's answer to a decision, which is held for eight seconds. */
const decisionOf = (page: Page) => page.waitForResponse('**/api/submissionAdmin/UpdateStatus/**', { timeout: 30_000 })

test('a learner submits, is asked for completion, submits again and is approved, with a reviewer at the keyboard', async ({
  page,
  browser,
  baseURL,
}) => {
  const reviewer = await openWindowFor(browser, baseURL, 'educator')
  await signIn(page, 'guardian')
  await page.getByRole('button', { name: 'Acceptera cookies' }).click()
  await page.goto(education)
  // No pointer and no focus has reached the form: the choice of a file itself asks for its script.
  await page.locator('input[type=file]').setInputFiles({ ...document('sida.html', 'x'), mimeType: 'text/html' })
  await expect(page.getByText(/^Formatet stöds inte/)).toBeVisible()
  await handIn(page, document('beslut.pdf', 'Ett beslut som håller.'))
  await expect(page.getByText('Inlämnad, version 1.')).toBeVisible()
  await expect(page.getByRole('link', { name: /beslut\.pdf/ }).first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Skriv till utbildaren' }).fill('Är källorna rätt angivna?')
  await page.getByRole('button', { name: 'Skicka' }).click()
  await expect(page.getByRole('list', { name: 'Det som har skrivits' })).toContainText('Är källorna rätt angivna?')

  await openHelenasSubmission(reviewer, 'beslut.pdf')
  await expect(reviewer.getByText('Är källorna rätt angivna?')).toBeVisible()
  await reviewer.getByRole('button', { name: 'Ta själv' }).click()
  await expect(reviewer.getByRole('article').getByText('Granskas av dig')).toBeVisible()
  await inspected(reviewer, 'submissions-desk')
  await reviewer.keyboard.press('Alt+KeyK')
  const comment = reviewer.getByRole('textbox', { name: 'Kommentar till deltagaren' })
  await expect(comment).toBeFocused()
  await comment.fill('Ange sidnummer också.')
  const isReturned = decisionOf(reviewer)
  await reviewer.keyboard.press('Alt+KeyK')
  await expect(reviewer.getByText('Helena Ström: komplettering begärd.').first()).toBeVisible()
  await isReturned

  await page.goto(education)
  await expect(page.getByText('Det här behöver kompletteras')).toBeVisible()
  await inspected(page, 'submissions-returned')
  await handIn(page, document('beslut-2.pdf', 'Med sidnummer.'))
  await expect(page.getByText('Inlämnad, version 2.')).toBeVisible()

  await openHelenasSubmission(reviewer, 'beslut-2.pdf')
  const isApproved = decisionOf(reviewer)
  await reviewer.keyboard.press('Alt+KeyG')
  await expect(reviewer.getByText('Helena Ström: godkänd.').first()).toBeVisible()
  await isApproved

  await page.goto('/')
  await page.getByRole('link', { name: /^Din inlämning i .+ är godkänd\.$/ }).click()
  await expect(page).toHaveURL(/\?done=\d+#finish-line$/)
  await expect(page.getByRole('region', { name: 'Du har genomfört utbildningen' })).toBeVisible()
  await expect(page.getByText('Du har genomfört utbildningen')).toBeVisible()
  await expect(page.getByText(/^Godkänd av Leila Nordin/)).toBeVisible()
  await reviewer.context().close()
})

test.describe('on a bad connection', () => {
  // The browser logs every part of an upload that fails.
  test.use({ expectedErrors: ['ERR_INTERNET_DISCONNECTED', 'ERR_CONNECTION', 'ERR_FAILED', 'Failed to fetch'] })

  test('an upload of a film that is cut off in the middle continues where it was when the connection is back', async ({
    page,
  }) => {
    await signIn(page, 'external')
    await page.getByRole('button', { name: 'Acceptera cookies' }).click()
    await page.goto(education)
    const parts: string[] = []
    page.on('requestfinished', (request) => {
      const [, number] = /\/submission\/uploads\/[^/]+\/parts\/(\d+)$/.exec(request.url()) ?? []
      if (number) parts.push(number)
    })
    await page.route('**/parts/2', (route) => route.abort('internetdisconnected'))
    const film = Buffer.alloc(9 * 1024 * 1024)
    film.write('\0\0\0\x18ftypmp42', 'latin1')
    await handIn(page, { name: 'övning.mp4', mimeType: 'video/mp4', buffer: film })
    // The film passes through the test, which is slow on a slow machine.
    await expect(page.getByText('Uppladdningen bröts')).toBeVisible({ timeout: 45_000 })
    await expect(page.getByRole('list', { name: 'Valda filer' })).toContainText('övning.mp4')
    await expectAccessible(page)
    await shoot(page, 'submissions-interrupted')
    await page.unroute('**/parts/2')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('Inlämnad, version 2.')).toBeVisible({ timeout: 30_000 })
    expect(parts).toEqual(['1', '2'])
    await expect(page.getByRole('link', { name: /övning\.mp4/ }).first()).toBeVisible()
  })
})

// The second call is refused, and the browser logs it.
test.describe('two reviewers', () => {
  test.use({ expectedErrors: ['UpdateStatus'] })

  test('of two reviewers with the same one open, the second sees who was first; several are assigned at once', async ({
    page,
    browser,
    baseURL,
  }) => {
    const other = await openWindowFor(browser, baseURL, 'superadmin')
    await signIn(page, 'educator')
    await page.getByRole('button', { name: 'Acceptera cookies' }).click()
    await page.goto(`${desk}?unassigned=1`)
    const first = page.getByRole('list', { name: 'Inlämningar' }).getByRole('listitem').first()
    const name = (await first.locator('strong').textContent()) ?? ''
    await first.getByRole('link').click()
    await expect(page.getByRole('heading', { name })).toBeFocused()
    await expect(page).toHaveURL(/submission=\d+/)
    await other.goto(new URL(page.url()).pathname + new URL(page.url()).search)
    await other.getByRole('textbox', { name: 'Kommentar till deltagaren' }).fill('Se över rubrikerna.')
    const isReturned = decisionOf(other)
    await other.getByRole('button', { name: 'Begär komplettering' }).click()
    await expect(other.getByText(`${name}: komplettering begärd.`).first()).toBeVisible()
    await isReturned
    await page.getByRole('button', { name: 'Godkänn', exact: true }).click()
    const refusal = page.getByRole('alert').filter({ hasText: `Beslutet om ${name} sparades inte` })
    await expect(refusal).toContainText('Redan bedömd av Ingrid Falk. Nu gäller: Komplettering begärd.', {
      timeout: 20_000,
    })
    await refusal.getByRole('button', { name: 'Öppna inlämningen' }).click()
    await expect(page.getByRole('heading', { name })).toBeFocused()
    await expect(page.getByText('Väntar på en ny fil från deltagaren.')).toBeVisible()
    await other.context().close()

    await page.goto(`${desk}?unassigned=1`)
    const boxes = page.getByRole('checkbox', { name: /^Markera / })
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Ladda ner som zip' }).click()
    expect((await download).suggestedFilename()).toBe('inlamningar.zip')
    await page.getByRole('button', { name: 'Tilldela' }).click()
    const dialog = page.getByRole('dialog', { name: 'Vem ska granska 2 inlämningar?' })
    await dialog.getByRole('radio', { name: /^Leila Nordin/ }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Tilldela' }).click()
    await expect(page.getByText('Leila Nordin granskar nu.')).toBeVisible()

    await page.goto(`${desk}?view=mine`)
    await boxes.first().check()
    const chooseAll = page.getByRole('button', { name: /^Markera alla \d+ som matchar$/ })
    const total = /\d+/.exec((await chooseAll.textContent()) ?? '')?.[0]
    await chooseAll.click()
    await expect(page.getByText(`${total} valda`)).toBeVisible()
    await page.getByRole('button', { name: 'Tilldela' }).last().click()
    const ofAll = page.getByRole('dialog', { name: `Vem ska granska ${total} inlämningar?` })
    await ofAll.getByRole('radio', { name: /^Leila Nordin/ }).check()
    await expectAccessible(page)
    await ofAll.getByRole('button', { name: 'Tilldela' }).click()
    await expect(page.getByText('Leila Nordin granskar nu.')).toBeVisible()
  })
})

// The last of its calls is refused, and the browser logs it.
test.describe('a late response', () => {
  test.use({ expectedErrors: ['UpdateStatus'] })

  test('does not bring the reviewer back, drafts are stored while others are opened, and a refusal reaches a reviewer who has moved on @once', async ({
    page,
  }) => {
    await signIn(page, 'superadmin', desk)
    await page.getByRole('list', { name: 'Inlämningar' }).getByRole('link').first().click()
    await expect(page).toHaveURL(/submission=\d+/)
    const first = page.url()
    const answer = await holdRequests(page, '**/api/submissionAdmin/**')
    // The keys work from the moment at which the island answers the press.
    const isSent = page.waitForRequest('**/api/submissionAdmin/**')
    await page.getByRole('article').getByRole('button', { name: 'Ta själv' }).click()
    await isSent
    await page.keyboard.press('Alt+KeyN')
    await expect(page).not.toHaveURL(first)
    const second = page.url()
    const comment = page.getByRole('textbox', { name: 'Kommentar till deltagaren' })
    await comment.fill('Se över rubrikerna.')
    const isListed = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/submissionAdmin')
    answer()
    await isListed
    await expect(page.getByRole('list', { name: 'Inlämningar' }).getByRole('link').first()).toContainText(
      'Granskas av dig',
    )
    await expect(page).toHaveURL(second)
    await expect(comment).toHaveValue('Se över rubrikerna.')
    await expect(comment).toBeFocused()

    await page.keyboard.press('Alt+KeyP')
    await expect(page).toHaveURL(first)
    await expect(comment).toHaveValue('')
    await page.keyboard.press('Alt+KeyN')
    await expect(comment).toHaveValue('Se över rubrikerna.')

    const name = (await page.getByRole('article').getByRole('heading', { level: 2 }).textContent()) ?? ''
    const refused = 'Du får inte göra det här.'
    let refuse = () => {}
    const refusal = new Promise<void>((resolve) => {
      refuse = resolve
    })
    await page.route('**/UpdateStatus/**', async (route) => {
      await refusal
      await route.fulfill({ status: 403, json: { code: 'forbidden', message: refused } })
    })
    await page.getByRole('button', { name: 'Begär komplettering' }).click()
    await expect(page).not.toHaveURL(second)
    refuse()
    const refusalOfSecond = page.getByRole('alert').filter({ hasText: `Beslutet om ${name} sparades inte` })
    await expect(refusalOfSecond).toContainText(refused, { timeout: 20_000 })
    await refusalOfSecond.getByRole('button', { name: 'Öppna inlämningen' }).click()
    await expect(page).toHaveURL(second)
    await expect(comment).toHaveValue('Se över rubrikerna.')
  })
})
