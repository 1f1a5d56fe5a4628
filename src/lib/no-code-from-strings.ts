import { config } from 'zod'

/**
 * Zod tries whether it may compile code from strings, which the page's policy refuses and reports. To be imported before
 * any module that makes a schema.
 */
config({ jitless: true })
