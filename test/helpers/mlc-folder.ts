/**
 * A folder in the layout of MLC as web-llm takes it, with 160 bytes of weights and a compiled program that is none: for
 * all that happens before a model runs.
 */
export function mlcFolder(quantization = 'q4f16_1'): Map<string, Blob> {
  const json = (value: unknown) => new Blob([JSON.stringify(value)])
  const tensor = (name: string, nbytes: number, byteOffset = 0) => ({
    name,
    shape: [nbytes / 4],
    dtype: 'uint32',
    format: 'raw',
    nbytes,
    byteOffset,
  })
  const shard = (at: number, records: readonly { readonly nbytes: number }[]) => ({
    dataPath: `params_shard_${at}.bin`,
    format: 'raw-shard',
    nbytes: records.reduce((sum, { nbytes }) => sum + nbytes, 0),
    records,
  })
  return new Map([
    [
      'mlc-chat-config.json',
      json({
        version: '0.1.0',
        model_type: 'qwen3',
        quantization,
        vocab_size: 64,
        context_window_size: 40960,
        sliding_window_size: -1,
        prefill_chunk_size: 1024,
        tokenizer_files: ['tokenizer.json', 'tokenizer_config.json'],
        conv_template: {
          name: 'chatml',
          system_template: '<|im_start|>system\n{system_message}<|im_end|>\n',
          system_message: 'You are a helpful assistant.',
          roles: { user: '<|im_start|>user', assistant: '<|im_start|>assistant' },
          role_templates: { user: '{user_message}', assistant: '{assistant_message}' },
          seps: ['<|im_end|>\n'],
          role_content_sep: '\n',
          role_empty_sep: '\n',
          stop_str: ['<|im_end|>'],
          stop_token_ids: [2],
        },
      }),
    ],
    [
      'tensor-cache.json',
      json({
        metadata: { ParamSize: 3 },
        records: [shard(0, [tensor('embedding', 96)]), shard(1, [tensor('a', 32), tensor('b', 32, 32)])],
      }),
    ],
    [
      'tokenizer.json',
      json({
        added_tokens: [
          { id: 1, content: '<|im_end|>', special: true },
          { id: 2, content: '<|im_start|>', special: true },
          { id: 3, content: '<think>', special: false },
        ],
        model: { type: 'BPE', vocab: {}, merges: [] },
      }),
    ],
    // The eight bytes that every module begins with, and no more.
    [`tiny-${quantization}-webgpu.wasm`, new Blob([new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])])],
    ['params_shard_0.bin', new Blob([new Uint8Array(96).fill(7)])],
    ['params_shard_1.bin', new Blob([new Uint8Array(64).fill(9)])],
  ])
}

/** SHA-256 of each file, as 64 lower-case hex digits. */
export async function hashesOf(files: ReadonlyMap<string, Blob>): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const [path, blob] of files) {
    const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
    hashes[path] = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  return hashes
}
