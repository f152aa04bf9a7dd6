import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Calls the API as the person who is signed in on the page, and returns the body of a successful response. */
export async function callAs(page: Page, method: 'get' | 'put' | 'post', path: string, data?: object) {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const response = await page.request[method](`/api${path}`, { headers: { authorization: `Bearer ${token}` }, data })
  expect(response.status(), await response.text()).toBe(200)
  return response.json()
}
