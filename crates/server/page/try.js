// The page on which people try the calls. It shows what /openapi.json says.

const find = (id) => document.getElementById(id);
const api = await (await fetch('/openapi.json')).json();
const schemaAt = (place) => place.split('/').slice(1).reduce((part, key) => part[key], api);
const whole = (schema) => (schema.$ref ? { ...schemaAt(schema.$ref), ...schema, $ref: undefined } : schema);

/** The least value that fits a schema: what it requires, and nothing else. */
function least(given, depth = 0) {
  const schema = whole(given);
  if ('default' in schema) return schema.default;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const one = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0];
  if (one) return least(one, depth);
  const kind = [schema.type].flat()[0];
  if (kind === 'object' && depth < 8) {
    const required = (schema.required ?? []).map((key) => [key, least(schema.properties[key], depth + 1)]);
    return Object.fromEntries(required);
  }
  return { array: [], string: '', integer: schema.minimum ?? 0, number: 0, boolean: false, object: {} }[kind] ?? null;
}

/** Examples for the calls that most programs need first. */
const LIST = 'muster: 1\nruleset: dw-2.5\nnation: kingdom-of-britannia\nmfv: 500\nsquadrons:\n- unit: tribal-class-cruiser\n';
const examples = { '/api/1/check': { files: [{ name: 'list.yaml', text: LIST }] } };

const argsOf = (path) => api.paths[path].post.requestBody.content['application/json'].schema;

function show() {
  const path = find('call').value;
  find('about').textContent = `POST ${path}: ${api.paths[path].post.summary}`;
  find('args').value = JSON.stringify(examples[path] ?? least(argsOf(path)), null, 2);
  find('schema').textContent = JSON.stringify(whole(argsOf(path)), null, 2);
}

find('call').append(...Object.keys(api.paths).map((path) => new Option(path.split('/').at(-1), path)));
find('call').value = '/api/1/check';
find('call').addEventListener('change', show);
show();

find('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  find('status').textContent = 'Sent.';
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(find('call').value, { method: 'POST', headers, body: find('args').value });
    find('answer').textContent = JSON.stringify(await response.json(), null, 2);
    find('status').textContent = `${response.status} ${response.statusText}`;
  } catch (told) {
    find('answer').textContent = '';
    find('status').textContent = `The server does not answer: ${told.message}`;
  }
});
