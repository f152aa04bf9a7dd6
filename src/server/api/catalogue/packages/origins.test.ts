import { expect, test } from 'vitest'
import { findPackageFolder, isContentHost, toPackageOrigin, wildcardPackageOrigin } from './origins.ts'

const content = 'https://kurser.example:8443'
const folder = '4f4a2478c6414e85b519bd4f9e30691d'

test('the origin of a package is a subdomain of the content host', () => {
  expect(toPackageOrigin(content, folder)).toBe(`https://${folder}.kurser.example:8443`)
  expect(wildcardPackageOrigin(content)).toBe('https://*.kurser.example:8443')
  expect(findPackageFolder(`${folder}.kurser.example:8443`, content)).toBe(folder)
})

test('no other host belongs to a package', () => {
  const others = [
    'kurser.example:8443',
    `${folder}.kurser.example`,
    `${folder}.portal.example:8443`,
    `a.${folder}.kurser.example:8443`,
    'kort.kurser.example:8443',
  ]
  expect(others.map((host) => findPackageFolder(host, content))).toEqual(others.map(() => null))
})

test('no subdomain of the content host is the portal', () => {
  expect(isContentHost('kurser.example:8443', content)).toBe(true)
  expect(isContentHost('vad.som.helst.kurser.example:8443', content)).toBe(true)
  expect(isContentHost('portal.example', content)).toBe(false)
  expect(isContentHost('inte-kurser.example:8443', content)).toBe(false)
})
