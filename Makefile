# What each target does is in script/; `make help` lists them.

.DEFAULT_GOAL := help
.PHONY: help serve build check-data test test-engines lint lint-external-links audit bench-client bench-site clean
.PHONY: bootstrap bootstrap-data bootstrap-test bootstrap-audit bootstrap-bench bootstrap-engines

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-19s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: bootstrap ## Set up, build and serve the site on http://localhost:4000 (PORT=, HOST=), watching for changes
	@script/serve

build: bootstrap ## Set up and write the site to _site/ (SITE_URL=, SITE_BASEURL=: where it will be)
	@script/build

check-data: bootstrap-data ## Set up and check every file in data/: each fault by file, line and field
	@script/check-data

test: bootstrap-test ## Set up and run every test
	@script/test

test-engines: bootstrap-engines ## Set up and ask the page its twelve questions in Firefox and in Safari's engine
	@script/test-engines

lint: bootstrap-test ## Set up and run every linter
	@script/lint

lint-external-links: bootstrap ## Set up and ask other sites whether what the pages link to is still there
	@script/lint-links --external

audit: bootstrap-audit ## Set up and ask the registries for known flaws in what this depends on
	@script/audit

bench-client: bootstrap-bench ## Set up and compare what the client costs with other clients (ARGS="--rounds 3"; ARGS=--help)
	@script/bench-client $(ARGS)

bench-site: bootstrap-test ## Set up and measure the site's speed beside its peers (ARGS="build --files 200")
	@script/bench-site $(ARGS)

clean: ## Remove what was built, and nothing that was measured
	rm -rf _site assets/build .jekyll-cache .cache/schemas test-results playwright-report bench/client/target bench/client-peers/go-gws/bin bench/client-peers/k6/bin

bootstrap:
	@script/bootstrap site

bootstrap-data:
	@script/bootstrap data

bootstrap-test:
	@script/bootstrap test

bootstrap-audit:
	@script/bootstrap audit

bootstrap-bench:
	@script/bootstrap bench

bootstrap-engines:
	@script/bootstrap engines
