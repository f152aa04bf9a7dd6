import { expect, test } from 'vitest'
import { getFrameOrigin, isPaymentFrameHost, listFrameSources, sharesSiteWithContent } from './frames.ts'

const beside = { CONTENT_ORIGIN: 'https://kurser.example:8443', PAYMENT_ORIGIN: '' }
const apart = { CONTENT_ORIGIN: 'https://kurser.example', PAYMENT_ORIGIN: 'https://betalning.example-pay.se/' }

test('payments share the site of uploaded content unless they have an origin of their own', () => {
  expect(getFrameOrigin(beside)).toBe('https://payment.kurser.example:8443')
  expect(getFrameOrigin(apart)).toBe('https://betalning.example-pay.se')
  expect(isPaymentFrameHost('payment.kurser.example:8443', beside)).toBe(true)
  expect(isPaymentFrameHost('betalning.example-pay.se', apart)).toBe(true)
  expect(isPaymentFrameHost('payment.kurser.example', apart)).toBe(false)
})

test.each([
  ['https://payment.kurser.example', true],
  ['https://kassa.kurser.example', true],
  ['https://betalning.example', false],
  ['https://kassa.forbundet.se', false],
])('%s shares the site of uploaded content: %s', (PAYMENT_ORIGIN, shared) => {
  expect(sharesSiteWithContent({ CONTENT_ORIGIN: 'https://kurser.example', PAYMENT_ORIGIN })).toBe(shared)
})

test('a payment below a sibling of the content host shares its site', () => {
  const origins = { CONTENT_ORIGIN: 'https://content.forbundet.se', PAYMENT_ORIGIN: 'https://kassa.forbundet.se' }
  expect(sharesSiteWithContent(origins)).toBe(true)
})

test('the page with the payment frames Stripe’s own hosts only where Stripe offers Swish', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'wh' }
  expect(listFrameSources({ ...apart, ...stripe })).toBe('https://betalning.example-pay.se')
  expect(listFrameSources({ ...apart, PAYMENTS_LOCAL: '1', PAYMENT_METHODS: 'card,swish' })).not.toContain('stripe')
  expect(listFrameSources({ ...apart, ...stripe, PAYMENT_METHODS: 'card,swish' })).toBe(
    'https://betalning.example-pay.se https://*.stripe.com',
  )
})
