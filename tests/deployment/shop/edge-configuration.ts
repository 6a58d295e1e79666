import { mailHost, shopHost, vendorHosts } from './shop-settings.ts'

/**
 * The configuration of an nginx that ends TLS: in front of the shop, as an operator's proxy does, and in front of the
 * simulators under the vendors' own names.
 */
export const edgeConfiguration = `
worker_processes 1;
pid /tmp/nginx.pid;
error_log /dev/stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
  resolver 127.0.0.11 valid=2s;
  ssl_certificate /certificates/server.pem;
  ssl_certificate_key /certificates/server.key;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path /tmp/${name};`).join('\n')}
  map $http_upgrade $connection_of_upgrade { default upgrade; '' ''; }
  server {
    listen 443 ssl;
    server_name ${shopHost};
    client_max_body_size 0;
    location / {
      set $shop http://web:8080;
      proxy_pass $shop;
      proxy_http_version 1.1;
      proxy_read_timeout 120s;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto https;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_of_upgrade;
    }
  }
${Object.entries(vendorHosts)
  .map(
    ([host, vendor]) => `  server {
    listen 443 ssl;
    server_name ${host};
    location / {
      set $simulators http://simulators:3001;
      proxy_pass $simulators/${vendor}$request_uri;
    }
  }`,
  )
  .join('\n')}
}
stream {
  resolver 127.0.0.11 valid=2s;
  server {
    listen 465 ssl;
    ssl_certificate /certificates/server.pem;
    ssl_certificate_key /certificates/server.key;
    set $mail simulators:2525;
    proxy_pass $mail;
  }
}
`

export const edgeHosts = [shopHost, mailHost, ...Object.keys(vendorHosts)]
