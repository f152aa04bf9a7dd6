import { describe, expect, test } from 'vitest'
import { readXapiManifest } from './xapi-manifest.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const tincan = (activities: string) =>
  bytes(`<?xml version="1.0" encoding="utf-8"?>
<tincan xmlns="http://projecttincan.com/tincan.xsd"><activities>${activities}</activities></tincan>`)

test('reads the course as the authoring tool wrote it', () => {
  const manifest = readXapiManifest(
    tincan(`<activity id="http://kurs.example/a?x=1&amp;y=2/" type="http://adlnet.gov/expapi/activities/course">
      <name lang="en-US">Flags</name><name lang="sv-SE"> Flaggor p&#229; banan </name>
      <launch lang="en-us">index_lms.html?a=b</launch></activity>`),
  )
  expect(manifest).toEqual({
    activityId: 'http://kurs.example/a?x=1&y=2/',
    launch: 'index_lms.html?a=b',
    title: 'Flaggor på banan',
  })
})

test('the activity with a launch page is the course, in any position', () => {
  const manifest = readXapiManifest(
    tincan(`<activity id="urn:slide"><name>En bild</name></activity>
      <activity id="urn:course"><name>Kursen</name><launch>story.html</launch></activity>`),
  )
  expect(manifest).toEqual({ activityId: 'urn:course', launch: 'story.html', title: 'Kursen' })
})

test('missing values are null', () => {
  expect(readXapiManifest(tincan('<activity/>'))).toEqual({ activityId: null, launch: null, title: null })
})

test('a name that looks like a number stays a text', () => {
  expect(readXapiManifest(tincan('<activity id="1e3"><name>007</name></activity>'))).toMatchObject({
    title: '007',
    activityId: '1e3',
  })
})

test('reads byte order marks and UTF-16', () => {
  const xml = '<tincan><activities><activity id="urn:å"><launch>a.html</launch></activity></activities></tincan>'
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...new Uint8Array(new Uint16Array([...xml].map((c) => c.charCodeAt(0))).buffer),
  ])
  expect(readXapiManifest(bytes(`\ufeff${xml}`))).toMatchObject({ activityId: 'urn:å' })
  expect(readXapiManifest(utf16)).toMatchObject({ activityId: 'urn:å' })
})

describe('a refused manifest', () => {
  test.each([
    ['an entity bomb', '<!DOCTYPE t [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><tincan>&b;</tincan>'],
    ['an outside entity', '<!DOCTYPE t [<!ENTITY a SYSTEM "file:///etc/passwd">]><tincan>&a;</tincan>'],
    ['an outside DTD', '<!doctype tincan SYSTEM "http://evil.example/t.dtd"><tincan/>'],
    ['no XML', 'PK\u0003\u0004'],
    ['nothing', ''],
    ['broken XML', '<tincan><activities></tincan>'],
    ['another kind of XML', '<manifest><resources/></manifest>'],
    ['no activity', '<tincan><activities/></tincan>'],
    ['a nest without bottom', '<a>'.repeat(200_000)],
    ['an endless id', `<tincan><activities><activity id="urn:${'x'.repeat(500)}"/></activities></tincan>`],
  ])('%s', (_, xml) => {
    expect(readXapiManifest(bytes(xml))).toBe('package_manifest_invalid')
  })

  test('one of more than 2 MB', () => {
    expect(readXapiManifest(new Uint8Array(2 * 1024 * 1024 + 1))).toBe('package_manifest_too_large')
  })
})

test('a large manifest is read in reasonable time', { timeout: 30_000 }, () => {
  const slides = Array.from({ length: 10_000 }, (_, n) => `<activity id="urn:${n}"><name>Bild ${n}</name></activity>`)
  const started = performance.now()
  expect(
    readXapiManifest(tincan(`${slides.join('')}<activity id="urn:c"><launch>i.html</launch></activity>`)),
  ).toMatchObject({
    activityId: 'urn:c',
  })
  expect(performance.now() - started).toBeLessThan(10_000)
})
