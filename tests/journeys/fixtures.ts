import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { trialLogin, trialPayments } from '#story/people.ts'
import { root } from '../../tools/local-portal.ts'
import { openPortal, type Portal } from '../../tools/portal.ts'
import { startFortnoxServer, toFortnoxSettings } from '../fortnox-server.ts'
import { startMeetingServer, toMeetingSettings } from '../meeting-server.ts'
import { startOpenIdServer, toOpenIdSettings } from '../openid-server.ts'
import { type SmtpServer, startSmtpServer, toMailSettings } from '../smtp-server.ts'
import { copyPortalTo } from './template.ts'

export const findFreePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

interface WorkerFixtures {
  /** Mail server that receives all e-mails of the portal. */
  mailServer: SmtpServer
  /** URL of the stand-in for Fortnox, for `fortnox.spec.ts`. */
  fortnoxOrigin: string
  /** URL of the stand-in for Teams and Zoom, for `meetings.spec.ts`. */
  meetingOrigin: string
  /** URL of the stand-in for an OpenID provider, for `staff-sign-in.spec.ts`. */
  openIdIssuer: string
  /** Returns the portal of one spec file: seeded, its own, open while the file's tests run. */
  portalFor: (file: string) => Promise<Portal>
}

interface TestFixtures {
  mailServer: SmtpServer
  fortnoxOrigin: string
  meetingOrigin: string
  openIdIssuer: string
  /** Texts that an expected error of the page contains; any other error fails the test. */
  expectedErrors: string[]
  /** Whether the rare fields of forms are unfolded as soon as they appear, as by a press on each fold. */
  startsUnfolded: boolean
  portal: Portal
  watch: undefined
}

/** Opens each fold of a form once, when it appears. Runs in the page. */
function unfoldFields() {
  const folds = 'details[data-field-fold]:not([data-unfolded])'
  const unfold = (fold: Element) => {
    fold.setAttribute('open', '')
    fold.setAttribute('data-unfolded', '')
  }
  const unfoldWithin = (node: Node) => {
    if (!(node instanceof Element)) return
    if (node.matches(folds)) unfold(node)
    node.querySelectorAll(folds).forEach(unfold)
  }
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach(unfoldWithin)
  }).observe(document, { childList: true, subtree: true })
}

/** Submitted texts and films are shown in a sandbox without scripts, into which the browser's automation writes one. */
const scriptInSubmittedFile = /^Blocked script execution in 'http:\/\/submission-\w+\.content\./

export const test = base.extend<TestFixtures, { stage: WorkerFixtures }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use, worker) => {
      const dir = join(root, '.cache', `stage-${worker.parallelIndex}`)
      const open = new Map<string, Portal>()
      const mailServer = await startSmtpServer()
      const fortnox = await startFortnoxServer()
      const meetings = await startMeetingServer()
      const openId = await startOpenIdServer()
      const closeAll = async () => {
        for (const portal of open.values()) await portal.close()
        open.clear()
      }
      await use({
        mailServer,
        fortnoxOrigin: toFortnoxSettings(fortnox.port, 'portal').FORTNOX_ORIGIN,
        meetingOrigin: toMeetingSettings(meetings.port, 'portal').ZOOM_ORIGIN,
        openIdIssuer: toOpenIdSettings(openId.port, 'portal').OIDC_ISSUER,
        async portalFor(file) {
          const known = open.get(file)
          if (known) return known
          await closeAll()
          copyPortalTo(dir)
          const log = join(root, 'test-results', `portal-${worker.parallelIndex}.log`)
          const mail = toMailSettings(mailServer)
          // Elsewhere the portal has no Fortnox, no Teams or Zoom, and no sign-in of staff, as most have not.
          const accounts = file.endsWith('/fortnox.spec.ts') ? toFortnoxSettings(fortnox.port, 'portal') : {}
          const services = file.endsWith('/meetings.spec.ts') ? toMeetingSettings(meetings.port, 'portal') : {}
          const staff = file.endsWith('/staff-sign-in.spec.ts') ? toOpenIdSettings(openId.port, 'portal') : {}
          const vars = { KIT: '1', ...trialLogin, ...trialPayments, ...mail, ...accounts, ...services, ...staff }
          const portal = await openPortal({ dir, port: await findFreePort(), log, vars })
          open.set(file, portal)
          return portal
        },
      })
      await closeAll()
      mailServer.close()
      fortnox.close()
      meetings.close()
      openId.close()
      rmSync(dir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  mailServer: async ({ stage }, use) => use(stage.mailServer),
  fortnoxOrigin: async ({ stage }, use) => use(stage.fortnoxOrigin),
  meetingOrigin: async ({ stage }, use) => use(stage.meetingOrigin),
  openIdIssuer: async ({ stage }, use) => use(stage.openIdIssuer),
  portal: async ({ stage }, use, info) => use(await stage.portalFor(`${info.project.name} ${info.file}`)),
  baseURL: async ({ portal }, use) => use(portal.origin),
  expectedErrors: [[], { option: true }],
  startsUnfolded: [true, { option: true }],
  watch: [
    async ({ page, expectedErrors, startsUnfolded }, use) => {
      if (startsUnfolded) await page.addInitScript(unfoldFields)
      const errors: string[] = []
      page.on('pageerror', (error) => {
        // A page that is left before it is shown aborts its view transition, which the browser reports as an error.
        if (!/ViewTransition opt-in disabled|Transition was (skipped|aborted)/.test(String(error)))
          errors.push(String(error))
      })
      page.on('console', (message) => {
        // The browser logs every refused call; tests check how the page shows it.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) errors.push(message.text())
      })
      await use(undefined)
      const isExpected = (text: string) =>
        scriptInSubmittedFile.test(text) || expectedErrors.some((words) => text.includes(words))
      const unexpected = errors.filter((text) => !isExpected(text))
      base.expect(unexpected, 'errors in the page').toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
