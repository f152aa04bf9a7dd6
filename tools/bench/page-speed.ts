import { type Browser, type BrowserContext, chromium, devices, type Page } from 'playwright'
import type { CastName } from '#story/people.ts'
import { chromiumFlags, ensureChromium } from '../chromium.ts'
import { loadStorageState } from './page-weight.ts'

/** Figures of a page on a slow phone: moments in ms from the start of the navigation, sizes in bytes as sent. */
export interface Speed {
  path: string
  firstByte: number
  firstPaint: number
  largestPaint: number
  /** The element that was painted last. */
  largest: string
  layoutShift: number
  js: number
  total: number
}

/** The slow phone of Lighthouse: slow 4G, and a processor four times as slow as this one. */
const slowPhone = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750, offline: false }
const slowdown = 4

type Vitals = Omit<Speed, 'path' | 'js' | 'total'>

/** Runs in the page: reads what the browser has noted so far. */
function readVitals(): Promise<Vitals> {
  const entries = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
      observer.observe({ type, buffered: true })
      setTimeout(() => resolve([]), 200)
    })
  return Promise.all([entries('largest-contentful-paint'), entries('layout-shift')]).then(([paints, shifts]) => {
    const last = paints.at(-1) as (PerformanceEntry & { element?: Element; url?: string }) | undefined
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const first = performance.getEntriesByName('first-contentful-paint')[0]
    return {
      firstByte: navigation?.responseStart ?? 0,
      firstPaint: first?.startTime ?? 0,
      largestPaint: last?.startTime ?? 0,
      largest: `${last?.element?.tagName.toLowerCase() ?? '?'} ${last?.element?.textContent?.trim().slice(0, 30) || last?.url?.replace(location.origin, '').slice(0, 24) || ''}`,
      layoutShift: shifts.reduce((sum, shift) => sum + ('value' in shift ? Number(shift.value) : 0), 0),
    }
  })
}

async function throttled(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', slowPhone)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const sizes = { js: 0, total: 0 }
  const scripts = new Set<string>()
  client.on('Network.responseReceived', ({ requestId, type }) => void (type === 'Script' && scripts.add(requestId)))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.total += encodedDataLength
    if (scripts.has(requestId)) sizes.js += encodedDataLength
  })
  return sizes
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

async function open(browser: Browser, url: string, path: string, storageState: StorageState): Promise<Speed> {
  const context = await browser.newContext({ ...devices['Pixel 7'], storageState })
  const page = await context.newPage()
  const sizes = await throttled(page)
  const response = await page.goto(url, { waitUntil: 'networkidle' })
  // A page that is missing or leads elsewhere would be measured as another.
  const isOpened = response?.ok() && new URL(page.url()).pathname === new URL(url).pathname
  if (!isOpened) throw new Error(`${path} was answered with ${response?.status()} at ${page.url()}`)
  const vitals = await page.evaluate(readVitals)
  await context.close()
  return { path, ...vitals, ...sizes }
}

const isFile = (path: string) => path.endsWith('/pdf')

/** Downloads a file, which has a size alone: a browser paints nothing for it. */
async function download(browser: Browser, url: string, path: string, storageState: StorageState): Promise<Speed> {
  const context = await browser.newContext({ storageState })
  const response = await context.request.get(url)
  if (!response.ok()) throw new Error(`${path} was answered with ${response.status()}`)
  const total = (await response.body()).length
  await context.close()
  const nothing = { firstByte: 0, firstPaint: 0, largestPaint: 0, largest: '', layoutShift: 0, js: 0 }
  return { path, ...nothing, total }
}

/** Opens each page with an empty cache so many times, all in turns, and returns the fastest of each. */
export async function measureSpeed(
  origin: string,
  paths: readonly string[],
  name: CastName | null,
  rounds: number,
): Promise<Speed[]> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags })
  const stored = name ? await loadStorageState(browser, origin, name) : { cookies: [], origins: [] }
  const best = new Map<string, Speed>()
  for (let round = 0; round < rounds; round += 1) {
    for (const path of paths) {
      const speed = await (isFile(path) ? download : open)(browser, origin + path, path, stored)
      const earlier = best.get(path)
      if (!earlier || speed.largestPaint < earlier.largestPaint) best.set(path, speed)
    }
  }
  await browser.close()
  return [...best.values()]
}

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** Formats the table of `docs/performance.md`. */
export const speedTable = (speeds: readonly Speed[]): string =>
  [
    '| slow phone | first byte ms | first paint ms | LCP ms | painted last | CLS | JavaScript | all |',
    '| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: |',
    ...speeds.map((one) =>
      isFile(one.path)
        ? `| \`${one.path}\` | – | – | – | a file | – | – | ${kB(one.total)} |`
        : `| \`${one.path}\` | ${one.firstByte.toFixed(0)} | ${one.firstPaint.toFixed(0)} | ${one.largestPaint.toFixed(0)} | ${one.largest} | ${one.layoutShift.toFixed(3)} | ${kB(one.js)} | ${kB(one.total)} |`,
    ),
  ].join('\n')
