import { describe, expect, test } from 'vitest'
import { findCourseFolder, findLaunch, findMissingFiles } from './launch.ts'
import type { PackageEntry } from './rules.ts'

const files = (...paths: string[]): PackageEntry[] =>
  paths.map((path) => ({
    path,
    size: 1,
    compressedSize: 1,
    offset: 0,
    method: 0,
    isDirectory: false,
    isLink: false,
    isEncrypted: false,
  }))
const manifest = (launch: string | null) => ({ activityId: 'urn:a', title: null, launch })

describe('the start page', () => {
  test.each([
    ['index.html', 'index.html', ''],
    ['./Start.HTML', 'start.html', ''],
    ['res/my%20course.html', 'res/my course.html', ''],
    ['100%.html', '100%.html', ''],
    ['index.html?kurs=1&lang=sv#bild', 'index.html', '?kurs=1&lang=sv#bild'],
  ])('%s', (launch, path, suffix) => {
    const found = findLaunch(files('index.html', 'start.html', 'res/my course.html', '100%.html'), manifest(launch))
    expect(found).toEqual({ path, suffix })
  })

  test('without a name in the manifest, tries the conventional ones in order', () => {
    expect(findLaunch(files('index.html', 'story.html', 'index_lms.html'), null)).toMatchObject({
      path: 'index_lms.html',
    })
    expect(findLaunch(files('index.html', 'story.html'), manifest(null))).toMatchObject({ path: 'story.html' })
    expect(findLaunch(files('index.html'), null)).toMatchObject({ path: 'index.html' })
  })

  test('a name that is not in the package is not replaced by another', () => {
    expect(findLaunch(files('index.html'), manifest('kurs.html'))).toBe('package_launch_missing')
    expect(findLaunch(files('kurs.pdf'), null)).toBe('package_launch_missing')
  })

  test.each([
    'https://evil.example/a.html',
    '//evil.example/',
    '../index.html',
    'a/%2e%2e/%2e%2e/b.html',
    '/index.html',
    'javascript:alert(1)',
  ])('%s lies outside the package', (launch) => {
    expect(findLaunch(files('index.html'), manifest(launch))).toBe('package_launch_outside')
  })
})

describe('the folder of the course', () => {
  test('is the archive itself', () => expect(findCourseFolder(files('tincan.xml', 'a/b.png'))).toBe(''))

  test('is the folder that was zipped, ignoring files that macOS adds', () => {
    const zipped = files('Golf/tincan.xml', 'Golf/index.html', '__MACOSX/Golf/._index.html', '.DS_Store')
    expect(findCourseFolder(zipped)).toBe('Golf/')
    expect(findLaunch(zipped, manifest('index.html'))).toMatchObject({ path: 'Golf/index.html' })
  })
})

describe('the files that a manifest lists', () => {
  const there = files('kurs/index.html', 'kurs/Bilder/bild 1.png', 'kurs/c#.js', 'kurs/100%.css', 'kurs/skript/a.js')
  const missing = (...named: string[]) => findMissingFiles(there, named)

  test.each([
    'index.html',
    './bilder/Bild%201.png',
    'Bilder\\bild 1.png',
    'c#.js',
    'c%23.js',
    '100%.css',
    'bilder/../skript/a.js',
    'skript/a.js?v=2',
    'skript/',
    '',
    'https://exempel.se/bibliotek.js',
    '//exempel.se/bibliotek.js',
  ])('“%s” exists, or is not a file of the package', (named) => {
    expect(missing(named)).toEqual({ count: 0, names: [] })
  })

  test.each(['skript/b.js', 'bild 1.png', '../kurs2/index.html', '%', 'c:', '\\[', '/x//[', 'a\u0000'])(
    '“%s” is missing, and is reported once',
    (named) => {
      expect(missing(named, 'index.html', named)).toEqual({ count: 1, names: [named] })
    },
  )

  test('of many missing files the first are named and all are counted', () => {
    const { count, names } = missing(...Array.from({ length: 9000 }, (_, at) => `${at}${'x'.repeat(1000)}`))
    expect([count, names.length, names[0]?.length]).toEqual([9000, 20, 300])
  })
})
