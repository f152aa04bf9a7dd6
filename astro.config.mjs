import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'

export default defineConfig({
  output: 'server',
  trailingSlash: 'ignore',
  adapter: cloudflare({
    imageService: 'passthrough',
    prerenderEnvironment: 'node',
    // `npm run dev` and `npm start` keep their data in the same place.
    persistState: { path: process.env['DATA_DIR'] ?? '.data' },
  }),
  integrations: [react()],
  devToolbar: { enabled: false },
  session: false,
  build: { inlineStylesheets: 'never' },
  security: {
    // Calls never authenticate by cookie, and the one form post that signs in checks its own origin.
    checkOrigin: true,
    csp: true,
  },
  vite: {
    plugins: [tailwindcss()],
    build: {
      // A script that stands alone and is tiny is written into its page, with its hash in the policy: no request for it.
      assetsInlineLimit: (file, content) => file.endsWith('.js') && content.length <= 3072,
    },
  },
})
