import { describe, expect, it } from 'vitest'
import { serverAddress } from '../../../src/models/server/address.ts'

describe('serverAddress', () => {
  it.each([
    ['http://localhost:11434', 'http://localhost:11434'],
    [' http://localhost:1234/v1/ ', 'http://localhost:1234'],
    ['https://127.0.0.1:8443/llama/v1', 'https://127.0.0.1:8443/llama'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    ['HTTP://LOCALHOST', 'http://localhost'],
    // Another spelling of the same address.
    ['http://2130706433:80', 'http://127.0.0.1'],
  ])('takes %j', (text, address) => {
    expect(serverAddress(text)).toBe(address)
  })

  it.each([
    'localhost:11434',
    'ftp://localhost',
    'http://192.168.1.4:11434',
    'http://127.0.0.2',
    'https://api.example.com/v1',
    'http://localhost.example.com',
    'http://localhost@example.com',
    'http://user:secret@localhost:1234',
    'http://localhost:1234/?q=1',
    'file:///etc/passwd',
    '',
  ])('refuses %j, and says what it takes', (text) => {
    expect(() => serverAddress(text)).toThrow(/http:\/\/localhost:11434/)
  })
})
